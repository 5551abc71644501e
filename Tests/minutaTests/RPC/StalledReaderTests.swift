import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// The program where nobody takes what it says.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StalledReaderTests {
  private static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  /// The first is answered where it is read, the other by a task.
  ///
  /// It has to be seen at rest before its patience ends, which a debug build among a hundred other
  /// tests may not reach.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["MINUTA_PROGRAM"] != nil,
      "done with the program that MINUTA_PROGRAM names, as .ci/run does"
    ),
    arguments: [("minuta/intents", [:]), ("resources/list", ["_meta": meta])]
      as [(String, JSONValue)]
  )
  func `A8 who never reads is read from no more, and costs neither memory nor time`(
    method: String,
    params: JSONValue
  ) async throws {
    Signals.ignoreWriteSignals()
    // More ids than there are requests at once.
    let thousand = (0..<1000).flatMap { number in
      RPCTestClient.message(.number(JSONNumber(number)), method, params).bytes() + [
        UInt8(ascii: "\n")
      ]
    }
    let fixture = try MinutaFixture()
    let child = try ChildProcess(TestPrograms.minuta, ["rpc"], environment: fixture.environment)
    defer { child.end() }
    Thread.detachNewThread {
      for _ in 0..<100 { try? child.write(thousand) }
      child.closeInput()
    }
    let look = try await Self.rest(of: child)
    // All replies would be a hundred megabytes and more; pipe and queue hold five at most.
    #expect(look.memory < 256 << 20)
    #expect(look.read < thousand.count * 10)
  }

  /// What a process is like once it has neither read nor worked for a second, but for what looking
  /// costs.
  private static func rest(of child: ChildProcess) async throws -> ProcessSnapshot {
    var first = try ProcessSnapshot(at: child.id)
    var since = ContinuousClock.now
    // Shorter than the program's patience, at the end of which it would rest for good.
    try await wait(for: "rest", limit: .seconds(25)) {
      let look = try ProcessSnapshot(at: child.id)
      let isIdle = look.read == first.read && look.ticks - first.ticks <= 2 && look.isAsleep
      if isIdle, look.read > 64 << 10 { return .now - since >= .seconds(1) }
      (first, since) = (look, .now)
      return false
    }
    return first
  }

  /// Ten times what must hold, since machines are noisy.
  @Test func `A9 who closes the output ends the program within a second, and not by a signal`()
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
    // The input stays open.
    try child.write(RPCTestClient.message(1, "minuta/intents", [:]).bytes() + [UInt8(ascii: "\n")])
    try await wait(for: "end of the program", limit: .seconds(10)) {
      try fixture.home.content()["code"] == Data("1\n".utf8)
    }
  }
}
