import Foundation
import Glibc
import JSONText
import MinutaTestSupport
import Synchronization
import SystemCalls

/// A client that starts `minuta rpc` or another JSON-RPC server and collects its messages.
final class RPCTestClient: Sendable {
  private struct ReceivedMessages {
    var messages: [JSONValue] = []
    var failure: (any Error)?
    var isOver = false
  }

  private final class OutputReader: Sendable {
    let received = Mutex(ReceivedMessages())

    func listen(to child: ChildProcess) {
      var unread: [UInt8] = []
      do {
        while case let chunk = try child.readOutput(), !chunk.isEmpty {
          unread += chunk
          while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            let message = try JSONValue(parsing: Array(unread[..<end]))
            unread.removeSubrange(...end)
            received.withLock { $0.messages.append(message) }
          }
        }
      } catch {
        received.withLock { $0.failure = error }
      }
      received.withLock { $0.isOver = true }
    }
  }

  private let child: ChildProcess
  private let listener = OutputReader()

  /// Starts `minuta rpc`, with all tools by default.
  convenience init(_ fixture: MinutaFixture, _ flags: [String] = ["--tools", "all"]) throws {
    try self.init(TestPrograms.minuta, ["rpc"] + flags, environment: fixture.environment)
  }

  /// Starts another server program.
  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    Signals.ignoreWriteSignals()
    child = try ChildProcess(program, arguments, environment: environment)
    Thread.detachNewThread { [listener, child] in listener.listen(to: child) }
  }

  /// The process id of the server.
  var id: CInt { child.id }

  /// The messages received from the server so far.
  var messages: [JSONValue] { listener.received.withLock { $0.messages } }

  /// Sends messages in one write.
  func send(_ messages: [JSONValue]) throws {
    try child.write(messages.flatMap { $0.bytes() + [UInt8(ascii: "\n")] })
  }

  func sendRequest(_ id: JSONValue, _ method: String, _ params: JSONValue) throws {
    try send([Self.message(id, method, params)])
  }

  func sendNotification(_ method: String, _ params: JSONValue) throws {
    try send([Self.message(nil, method, params)])
  }

  /// Creates a JSON-RPC message.
  ///
  /// - Parameter id: the id of a request; nil for a notification.
  static func message(_ id: JSONValue?, _ method: String, _ params: JSONValue) -> JSONValue {
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    message["id"] = id
    return .object(message)
  }

  /// Waits for the first received message that satisfies a condition.
  func first(_ what: String, where isIt: (JSONValue) -> Bool) async throws -> JSONValue {
    var found: JSONValue?
    try await wait(for: "\(what) in \(messages)") {
      found = messages.first(where: isIt)
      return found != nil
    }
    return found ?? .null
  }

  func reply(to id: JSONValue) async throws -> JSONValue {
    try await first("reply to \(id)") { $0["id"] == id }
  }

  /// Closes the server's input and waits for it to exit.
  ///
  /// - Returns: All received messages, and the exit code or the negated number of a fatal signal.
  func finish() async throws -> (messages: [JSONValue], code: Int32) {
    child.closeInput()
    try await wait(for: "end of the output") { listener.received.withLock { $0.isOver } }
    if let failure = listener.received.withLock({ $0.failure }) { throw failure }
    var status: Int32 = 0
    while waitpid(child.id, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return (messages, signal == 0 ? (status >> 8) & 0xFF : -signal)
  }
}
