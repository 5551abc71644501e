import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests the program with a client that doesn't read its responses.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StalledReaderTests {
  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  /// The first method is answered by the input reader itself, the second by a separate task.
  ///
  /// This needs a release binary: the process must become idle before its timeout, which a debug
  /// build may miss while a hundred other tests run.
  @Test(
    .requiresNamedProgram,
    arguments: [("minuta/intents", [:]), ("resources/list", ["_meta": meta])]
      as [(String, JSONValue)]
  )
  func `A8 a client that never reads costs neither memory nor CPU time`(
    method: String,
    params: JSONValue
  ) async throws {
    Signals.ignoreWriteSignals()
    // A thousand requests, more than the server handles at once.
    let thousand = (0..<1000).flatMap { number in
      RPCTestClient.message(.number(JSONNumber(number)), method, params).bytes() + [
        UInt8(ascii: "\n")
      ]
    }
    let fixture = try MinutaFixture()
    let child = try fixture.start(["rpc"])
    defer { child.end() }
    Thread.detachNewThread {
      for _ in 0..<100 { try? child.write(thousand) }
      child.closeInput()
    }
    let look = try await Self.rest(of: child)
    // The responses to all requests would take over 100 MB; the pipe and the server's queue hold at
    // most 5 MB.
    #expect(look.memory < 256 << 20)
    #expect(look.read < thousand.count * 10)
  }

  /// Waits until the process has read no input and used almost no CPU time for a second, and
  /// returns a snapshot.
  ///
  /// Observing the process costs it a little CPU time itself.
  private static func rest(of child: ChildProcess) async throws -> ProcessSnapshot {
    var first = try ProcessSnapshot(at: child.id)
    var since = ContinuousClock.now
    // The limit is shorter than the program's own timeout, after which it would be idle in any
    // case.
    try await wait(for: "rest", limit: .seconds(25)) {
      let look = try ProcessSnapshot(at: child.id)
      let isIdle = look.read == first.read && look.ticks - first.ticks <= 2 && look.isAsleep
      if isIdle, look.read > 64 << 10 { return .now - since >= .seconds(1) }
      (first, since) = (look, .now)
      return false
    }
    return first
  }

  /// Allows ten times the required time, because test machines may be busy.
  @Test func `A9 the program exits within a second of a closed output, without a signal`()
    async throws
  {
    let fixture = try MinutaFixture()
    let script = #"exec 3>&1; ("$0" rpc; echo $? > "$HOME/code") | (exec 0<&-; echo closed >&3)"#
    let child = try ChildProcess(
      "/bin/sh",
      ["-c", script, TestPrograms.minuta],
      environment: fixture.environment
    )
    defer { child.end() }
    #expect(try child.readOutput() == Array("closed\n".utf8))
    // Keeps the program's input open, so that only the closed output can make it exit.
    try child.write(RPCTestClient.message(1, "minuta/intents", [:]).bytes() + [UInt8(ascii: "\n")])
    try await wait(for: "end of the program", limit: .seconds(10)) {
      try fixture.home.content()["code"] == Data("1\n".utf8)
    }
  }
}
