import Foundation
import JSONText
import SystemCalls
import Testing

@testable import IntentRPC

/// Tests a connection on the client's side, whose peer is a server.
@Suite(.timeLimit(.minutes(5))) final class ClientConnectionTests {
  /// A handler that answers only `ping`; all other requests wait forever.
  private struct WaitingHandler: RPCHandler {
    func handle(_ request: RPCRequest, on connection: RPCConnection) -> RPCHandlerResult {
      if request.method == "ping" { return .answer([:]) }
      return .task(
        RPCTask(.longLived) { _ in
          try? await Task.sleep(for: .seconds(3600))
          return .null
        }
      )
    }
  }

  private let connection: RPCConnection
  private let ends: [CInt]

  init() throws {
    Signals.ignoreWriteSignals()
    var ends: [CInt] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    self.ends = ends
    let output = try FrameWriter(ends[0], timeout: .seconds(600)) {}
    connection = RPCConnection(role: .client, handler: WaitingHandler(), output: output)
  }

  deinit {
    _ = connection.output.close()
    for end in ends { close(end) }
  }

  private func receive(_ text: String) {
    connection.receive(.message(Array(text.utf8)), in: .newline)
  }

  private func receive(_ method: String, _ id: Int?, _ parameters: String = "{}") {
    let id = id.map { #","id":\#($0)"# } ?? ""
    receive(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)\#(id)}"#)
  }

  /// Returns the messages that the server has received so far; waits for the first.
  private func sentMessages() throws -> [JSONValue] {
    try readOnce(ends[1], path: nil, atMost: 1 << 20).split(separator: UInt8(ascii: "\n")).map {
      try JSONValue(parsing: Array($0))
    }
  }

  @Test func `a server has at most 32 requests in progress`() throws {
    for id in 1...33 { receive("ask", id) }
    let messages = try sentMessages()
    #expect(messages.map { $0["id"] } == [33])
    #expect(messages.first?["error"]?["code"] == 1002)
  }

  @Test(arguments: [(idle: 10, total: 60_000), (60_000, 10)])
  func `a request without a response times out and is cancelled`(idle: Int, total: Int) async throws
  {
    let timeouts = RequestTimeouts(idle: .milliseconds(idle), total: .milliseconds(total))
    let ending = await connection.exchange("tools/call", [:], timeouts: timeouts)
    #expect(throws: RPCError.timedOut) { try ending.reply.get() }
    #expect(ending.activity.exceededTotalTimeout == (total < idle))
    #expect(try sentMessages().map { $0["method"] } == ["tools/call", "notifications/cancelled"])
  }

  @Test func `progress restarts the idle timeout and is reported`() async throws {
    let (fractions, fraction) = AsyncStream<Double>.makeStream()
    let callbacks = RPCConnection.RequestCallbacks(report: { value, _ in fraction.yield(value) })
    let connection = connection
    async let ending = connection.exchange("tools/call", [:], callbacks: callbacks)
    #expect(try sentMessages().first?["params"]?["_meta"]?["progressToken"] == 1)
    receive("notifications/progress", nil, #"{"progressToken":1,"progress":1,"total":4}"#)
    receive(#"{"jsonrpc":"2.0","result":"done","id":1}"#)
    #expect(try await ending.reply.get() == "done")
    #expect(await ending.activity.hasResponded)
    #expect(await fractions.first { _ in true } == 0.25)
  }

  @Test func `after a failure nothing is sent or answered`() async throws {
    connection.fail("it was stopped")
    let ending = await connection.exchange("tools/call", [:])
    #expect(throws: RPCError.connectionEnded) { try ending.reply.get() }
    connection.fail("it was stopped again")
    #expect(connection.problem == "it was stopped")
    receive("ping", 1)
    #expect(connection.ignoredMessageCount == 1)
  }
}
