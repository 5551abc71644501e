import Foundation
import IntentKit
import IntentRPC
import JSONText
import Synchronization
import SystemCalls

/// A test client, connected to a server in the test process, that sends and receives single
/// messages.
final class TestClient: Sendable {
  private let toServer: CInt
  private let fromServer: CInt
  private let serving: Task<Int32, Never>
  private let unread = Mutex<[UInt8]>([])

  /// Starts a server that offers a provider's intents, and connects to it.
  convenience init(
    _ provider: any IntentProvider,
    pageSize: Int = 100,
    drainTimeout: Duration = .seconds(120)
  ) async {
    let engine = IntentEngine(providers: [provider], now: { Date(timeIntervalSince1970: 0) })
    let info = ServerInfo(name: "workshop", version: "1.0")
    let server = await IntentServer(engine, as: info, pageSize: pageSize)
    self.init(server, drainTimeout: drainTimeout)
  }

  init(_ handler: any RPCHandler, drainTimeout: Duration) {
    Signals.ignoreWriteSignals()
    var (input, output): ([CInt], [CInt]) = ([-1, -1], [-1, -1])
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    socketpair(AF_UNIX, kind, 0, &input)
    socketpair(AF_UNIX, kind, 0, &output)
    (toServer, fromServer) = (input[1], output[1])
    let server = RPCServer(
      handler: handler,
      input: input[0],
      output: output[0],
      timeout: .seconds(600),
      drainTimeout: drainTimeout
    )
    serving = Task { [input, output] in
      let code = await server.run()
      close(input[0])
      close(output[0])
      return code
    }
  }

  /// Sends messages to the server, all in a single write.
  func send(_ messages: JSONValue...) throws {
    try sendTogether(messages)
  }

  /// Sends messages to the server in a single write.
  ///
  /// They must fit into the socket's buffer, because the write blocks a thread that the server may
  /// need.
  func sendTogether(_ messages: [JSONValue]) throws {
    try writeAll(toServer, path: nil, messages.flatMap { $0.bytes() + [UInt8(ascii: "\n")] })
  }

  func sendRequest(_ id: JSONValue, _ method: String, _ params: JSONValue? = nil) throws {
    try send(Self.request(id, method, params))
  }

  func sendNotification(_ method: String, _ params: JSONValue? = nil) throws {
    try send(Self.request(nil, method, params))
  }

  static func request(_ id: JSONValue?, _ method: String, _ params: JSONValue?) -> JSONValue {
    var request: JSONObject = ["jsonrpc": "2.0"]
    request["id"] = id
    request["method"] = .string(method)
    request["params"] = params
    return .object(request)
  }

  /// Returns the next message from the server; nil at the end of its output.
  @concurrent
  func next() async throws -> JSONValue? {
    let message: Result<JSONValue?, any Error> = await withCheckedContinuation { done in
      Thread.detachNewThread { [self] in done.resume(returning: Result { try readMessage() }) }
    }
    return try message.get()
  }

  private func readMessage() throws -> JSONValue? {
    while true {
      let line = unread.withLock { unread -> [UInt8]? in
        guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { unread.removeSubrange(...end) }
        return Array(unread[..<end])
      }
      if let line { return try JSONValue(parsing: line) }
      let chunk = try readOnce(fromServer, path: nil, atMost: 64 << 10)
      if chunk.isEmpty { return nil }
      unread.withLock { $0 += chunk }
    }
  }

  /// Returns the server's next `count` messages.
  func next(_ count: Int) async throws -> [JSONValue] {
    var messages: [JSONValue] = []
    while messages.count < count, let message = try await next() { messages.append(message) }
    return messages
  }

  /// Closes the server's input, and returns the remaining messages and the exit code.
  func finish() async throws -> (messages: [JSONValue], code: Int32) {
    shutdown(toServer, Int32(SHUT_WR))
    var messages: [JSONValue] = []
    while let message = try await next() { messages.append(message) }
    let code = await serving.value
    close(toServer)
    close(fromServer)
    return (messages, code)
  }
}
