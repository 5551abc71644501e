import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests mutated call files, which are read and validated as by `minuta run`, but without a data
/// folder.
@Suite(.timeLimit(.minutes(60))) struct CallFileMutationTests {
  private let folder: TemporaryDirectory
  private let engine: IntentEngine

  init() throws {
    folder = try TemporaryDirectory()
    let store = DirectoryStore(path: folder.path + "/store", machine: "test")
    let provider = BuiltInIntentProvider(
      catalog: BuiltInIntentCatalog(),
      tracking: TimeTrackingService(store: store) { UUID() },
      timeZone: TimeZone(identifier: "Europe/Zurich") ?? .gmt,
      readFile: { _, _ in throw FuzzTestError("a file is read while calls are checked") }
    )
    let now = try #require(Timestamp.date("2026-11-20T11:00:00Z"))
    engine = IntentEngine(providers: [provider], now: { now })
  }

  @Test(arguments: [("calls.json", 3), ("calls.jsonl", 4)] as [(String, UInt64)])
  func `F7 mutated call files are refused with a line, or read consistently`(
    name: String,
    number: UInt64
  ) async throws {
    let mutator = try CallFileSeeds.mutator(areLines: name.hasSuffix("l"), number)
    let run = try await FuzzTest(name, mutator) { bytes in
      try await accepts(bytes, name)
    }
    #expect(try folder.content(below: "store").isEmpty)
    Attachment.record("\(run)", named: "\(name).txt")
  }

  /// Returns whether the bytes are a valid call file whose calls fit their intents' definitions.
  private func accepts(_ bytes: [UInt8], _ name: String) async throws -> Bool {
    let calls: [IntentCall]
    do {
      calls = try self.calls(in: bytes, name)
    } catch let error as Failure {
      try check(error, bytes)
      return false
    }
    let lines = calls.flatMap { $0.json.bytes() + [UInt8(ascii: "\n")] }
    try #require(try self.calls(in: lines, "written.jsonl").map(bytesOf) == calls.map(bytesOf))
    let list = JSONValue.array(calls.map(\.json)).bytes(.indented)
    try #require(try self.calls(in: list, "written.json").map(bytesOf) == calls.map(bytesOf))
    return try await areAllowed(calls)
  }

  private func bytesOf(_ call: IntentCall) -> [UInt8] { call.json.bytes() }

  /// Parses the bytes as a call file, as `minuta run` does, and returns its calls.
  private func calls(in bytes: [UInt8], _ name: String) throws -> [IntentCall] {
    let path = try folder.replace(name, by: bytes)
    let input = try CallFileInput(
      path,
      isStream: false,
      Environment(
        arguments: [],
        variables: ["TMPDIR": folder.path],
        currentFolder: folder.path,
        program: TestPrograms.minuta
      )
    )
    switch try CallFileContents(input, BatchFlags(CommandLineArguments([]))) {
    case .call(let call): return [call]
    case .batch(let source):
      var reader = try source.reader()
      var calls: [IntentCall] = []
      while let next = try reader.next() { calls.append(next.call) }
      return calls
    // A mutation may turn a call file into a workflow, which has no calls to check.
    case .workflow: return []
    }
  }

  private func areAllowed(_ calls: [IntentCall]) async throws -> Bool {
    var areAllowed = true
    for call in calls {
      guard let problem = await engine.problem(with: call, from: .file) else { continue }
      areAllowed = false
      try #require(problem.message.hasSuffix("."))
      try #require(problem.code != "internal")
      guard let value = problem.problem else { continue }
      // Without one of several values, no single one of them is at fault.
      if case .missingOneOf = value.kind, value.pointer.tokens.isEmpty { continue }
      let token = try #require(value.pointer.tokens.first)
      let definition = await engine.definitions().first { $0.id == call.intent }
      try #require(call.values[token] != nil || definition?.properties[token] != nil)
    }
    return areAllowed
  }

  /// Checks that an error message names the file and an existing line.
  private func check(_ error: Failure, _ bytes: [UInt8]) throws {
    try #require(error.kind == .badInput && error.message.hasSuffix("."))
    try #require(error.message.hasPrefix("\(folder.path)/"))
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    let line = try #require(error.data["line"]?.integer, "\(error)")
    try #require((1...lines).contains(line))
  }
}
