import Foundation
import Glibc
package import JSONText
import Synchronization
import SystemCalls

/// A JSON-RPC client that collects the messages of a server, in another process or in this one.
package final class RPCTestClient: Sendable {
  /// The functions through which the client reaches its server.
  package struct Transport: Sendable {
    let write: @Sendable ([UInt8]) throws -> Void
    let read: @Sendable () throws -> [UInt8]
    let closeInput: @Sendable () -> Void
    let waitForEnd: @Sendable () async -> Int32

    /// - Parameters:
    ///   - read: Returns the next bytes; empty at the end of the server's output.
    ///   - waitForEnd: Waits for the server to end, and returns its exit code.
    package init(
      write: @escaping @Sendable ([UInt8]) throws -> Void,
      read: @escaping @Sendable () throws -> [UInt8],
      closeInput: @escaping @Sendable () -> Void,
      waitForEnd: @escaping @Sendable () async -> Int32
    ) {
      (self.write, self.read) = (write, read)
      (self.closeInput, self.waitForEnd) = (closeInput, waitForEnd)
    }
  }

  private struct ReceivedMessages {
    var messages: [JSONValue] = []
    var taken = 0
    var failure: (any Error)?
    var isOver = false
  }

  private final class OutputReader: Sendable {
    let received = Mutex(ReceivedMessages())

    func readMessages(from transport: Transport, usesHeaders: Bool) {
      var unread: [UInt8] = []
      do {
        while case let chunk = try transport.read(), !chunk.isEmpty {
          unread += chunk
          while let message = usesHeaders ? unread.removeFramedMessage() : unread.removeLine() {
            let json = try JSONValue(parsing: message)
            received.withLock { $0.messages.append(json) }
          }
        }
      } catch {
        received.withLock { $0.failure = error }
      }
      received.withLock { $0.isOver = true }
    }
  }

  private let transport: Transport
  private let usesHeaders: Bool
  private let child: ChildProcess?
  private let reader = OutputReader()
  private let isInputOpen = Mutex(true)

  /// Starts a server program.
  package convenience init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String],
    usesHeaders: Bool = false
  ) throws {
    Signals.ignoreWriteSignals()
    let child = try ChildProcess(program, arguments, environment: environment)
    let transport = Transport(
      write: { try child.write($0) },
      read: { try child.readOutput() },
      closeInput: { child.closeInput() },
      waitForEnd: { child.waitForExit() }
    )
    self.init(transport, child, usesHeaders: usesHeaders)
  }

  /// Connects to a server in this process.
  ///
  /// - Parameter usesHeaders: Whether a header with the length precedes each message, instead of a
  ///   line break after it.
  package convenience init(_ transport: Transport, usesHeaders: Bool = false) {
    self.init(transport, nil, usesHeaders: usesHeaders)
  }

  private init(_ transport: Transport, _ child: ChildProcess?, usesHeaders: Bool) {
    (self.transport, self.child, self.usesHeaders) = (transport, child, usesHeaders)
    Thread.detachNewThread { [reader] in
      reader.readMessages(from: transport, usesHeaders: usesHeaders)
    }
  }

  /// Closes the input, which ends the server, in case a test didn't call `finish()`.
  deinit {
    closeInput()
  }

  /// The process id of the server; 0 for a server in this process.
  package var id: CInt { child?.id ?? 0 }

  /// All messages received from the server so far.
  package var messages: [JSONValue] { reader.received.withLock { $0.messages } }

  /// Whether the server's output has ended.
  package var hasEnded: Bool { reader.received.withLock { $0.isOver } }

  /// Creates a JSON-RPC message.
  ///
  /// - Parameter id: The id of a request; nil for a notification.
  package static func message(
    _ id: JSONValue?,
    _ method: String,
    _ params: JSONValue? = nil
  ) -> JSONValue {
    var message: JSONObject = ["jsonrpc": "2.0"]
    message["id"] = id
    message["method"] = .string(method)
    message["params"] = params
    return .object(message)
  }

  /// Sends messages in one write.
  ///
  /// To a server in this process, they must fit into the socket's buffer, because the write blocks a
  /// thread that the server may need.
  package func send(_ messages: JSONValue...) throws { try send(all: messages) }

  /// Sends messages in one write.
  package func send(all messages: [JSONValue]) throws {
    try transport.write(messages.flatMap { framed($0.bytes()) })
  }

  /// Sends bytes as one message, which need not be valid.
  package func send(text: String) throws { try transport.write(framed(Array(text.utf8))) }

  /// Sends bytes as they are.
  package func send(bytes: [UInt8]) throws { try transport.write(bytes) }

  package func sendRequest(_ id: JSONValue, _ method: String, _ params: JSONValue? = nil) throws {
    try send(Self.message(id, method, params))
  }

  package func sendNotification(_ method: String, _ params: JSONValue? = nil) throws {
    try send(Self.message(nil, method, params))
  }

  /// Sends a request and returns its response.
  package func request(
    _ id: JSONValue,
    _ method: String,
    _ params: JSONValue? = nil
  ) async throws -> JSONValue {
    try sendRequest(id, method, params)
    return try await reply(to: id)
  }

  /// Waits for the first received message that satisfies a condition.
  package func first(
    _ what: String,
    where isWanted: (JSONValue) -> Bool
  ) async throws -> JSONValue {
    var found: JSONValue?
    try await wait(for: "\(what) in \(messages.suffix(5))") {
      found = messages.first(where: isWanted)
      return found != nil
    }
    return found ?? .null
  }

  package func reply(to id: JSONValue) async throws -> JSONValue {
    try await first("reply to \(id)") { $0["id"] == id }
  }

  /// Returns the next message from the server; nil at the end of its output.
  package func next() async throws -> JSONValue? {
    var message: JSONValue?
    try await wait(for: "message") {
      try reader.received.withLock { received in
        guard received.taken < received.messages.count else {
          if let failure = received.failure { throw failure }
          return received.isOver
        }
        message = received.messages[received.taken]
        received.taken += 1
        return true
      }
    }
    return message
  }

  /// Returns the server's next `count` messages.
  package func next(_ count: Int) async throws -> [JSONValue] {
    var messages: [JSONValue] = []
    while messages.count < count, let message = try await next() { messages.append(message) }
    return messages
  }

  /// Closes the server's input and waits for it to end.
  ///
  /// - Returns: The received messages that `next` hasn't returned, and the exit code or the negated
  ///   number of a fatal signal.
  package func finish() async throws -> (messages: [JSONValue], code: Int32) {
    closeInput()
    try await wait(for: "end of the output") { hasEnded }
    let received = reader.received.withLock { $0 }
    if let failure = received.failure { throw failure }
    return (Array(received.messages.dropFirst(received.taken)), await transport.waitForEnd())
  }

  /// Kills the server's process.
  package func kill() { child?.end() }

  private func closeInput() {
    let isOpen = isInputOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if isOpen { transport.closeInput() }
  }

  private func framed(_ message: [UInt8]) -> [UInt8] {
    usesHeaders
      ? Array("Content-Length: \(message.count)\r\n\r\n".utf8) + message
      : message + [UInt8(ascii: "\n")]
  }
}

extension [UInt8] {
  /// Removes the first line and returns it; nil if it isn't complete.
  fileprivate mutating func removeLine() -> [UInt8]? {
    guard let end = firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { removeSubrange(...end) }
    return Array(self[..<end])
  }

  /// Removes the first header and its message, and returns the message; nil if it isn't complete.
  fileprivate mutating func removeFramedMessage() -> [UInt8]? {
    guard let end = firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let header = String(decoding: self[..<end.lowerBound], as: UTF8.self)
    guard let length = header.split(separator: ": ").last.flatMap({ Int($0) }),
      count >= end.upperBound + length
    else { return nil }
    defer { removeSubrange(..<(end.upperBound + length)) }
    return Array(self[end.upperBound..<end.upperBound + length])
  }
}
