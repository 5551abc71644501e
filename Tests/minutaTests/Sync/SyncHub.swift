import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// A bare repository and the machines that share it.
struct SyncHub {
  let folder: TemporaryDirectory

  init() async throws {
    folder = try TemporaryDirectory()
    try await shell("git init -q --bare -b main hub.git")
  }

  var path: String { "\(folder.path)/hub.git" }

  /// Creates a machine that is set up with the repository.
  ///
  /// - Parameters:
  ///   - url: the address of the repository; nil for its path.
  ///   - offset: the number of seconds by which the machine's clock is ahead.
  ///   - variables: variables of the machine's environment.
  func machine(
    _ number: Int,
    at url: String? = nil,
    offset: Double = 0,
    variables: [String: String] = [:]
  ) async throws -> SyncMachine {
    let machine = try SyncMachine(number, in: folder.path, offset: offset, variables: variables)
    try await machine.setUp(url ?? path)
    return machine
  }

  /// Runs a script in the folder of the repository, which must succeed.
  func shell(_ script: String) async throws {
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-ec", "cd '\(folder.path)'\n\(script)"],
      environment: SyncMachine.gitEnvironment(folder.path)
    )
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Runs git in the repository and returns the first line of its output.
  func git(_ arguments: String...) async throws -> String {
    let result = try await TestPrograms.run(
      TestPrograms.installed("git") ?? "git",
      ["-C", path] + arguments,
      environment: SyncMachine.gitEnvironment(folder.path)
    )
    try #require(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Syncs each machine twice, and expects that all have the same files and a sound repository.
  func expectEqual(_ machines: [SyncMachine]) async throws {
    for machine in machines + machines {
      let outcome = try await machine.perform("Sync")
      #expect(outcome.status == "ok", "\(outcome)")
    }
    let files = try machines[0].files()
    for machine in machines {
      #expect(try machine.files() == files)
      #expect(try await machine.git("status", "--porcelain") == "")
      #expect(try await machine.git("fsck", "--strict", "--no-dangling") == "")
    }
  }
}

extension SyncMachine {
  /// Makes a record with a comment.
  func log(_ comment: String) async throws {
    let values: JSONObject = ["tag": "Work", "duration": "10m", "comment": .string(comment)]
    let outcome = try await perform("LogTime", values)
    try #require(outcome.status == "ok", "\(outcome)")
    advance(by: 60)
  }

  /// The comments of all records, sorted.
  var comments: [String] {
    get throws { try records().values.compactMap { $0["comment"]?.string }.sorted() }
  }

  /// Syncs, which must fail with a code and an exit code, change no file, and say why in a sentence.
  ///
  /// - Returns: The sentence.
  @discardableResult
  func failToSync(_ code: String, exiting exitCode: Int32 = 1) async throws -> String {
    let before = try files()
    let outcome = try await perform("Sync")
    #expect(outcome.error?.code == code, "\(outcome)")
    #expect(outcome.exitCode == exitCode, "\(outcome)")
    let sentence = outcome.sentence
    let lines = sentence.split(separator: "\n")
    let hasCommandsOnly = lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }
    #expect(lines.first?.hasSuffix(".") == true && hasCommandsOnly, "\(sentence)")
    #expect(try files() == before)
    return sentence
  }
}
