import IntentRPC
import JSONText
import MinutaTestSupport
import Testing

/// A mutated stream between valid requests, and the check that the server's output is acceptable.
struct MutatedRPCStream {
  let bytes: [UInt8]
  private let framing: Framing
  private let mutated: [UInt8]

  private static let ping = #"{"jsonrpc":"2.0","id":"before","method":"ping"}"#
  private static let lastPing = #"{"jsonrpc":"2.0","id":"after","method":"ping"}"#

  init(_ mutated: [UInt8], _ framing: Framing) {
    self.mutated = mutated
    self.framing = framing
    let before = framing.frame(Array(Self.ping.utf8)) + mutated
    // With header framing, a wrong length hides the next message, so only line framing ends with a
    // ping.
    let after = Array("\n\(Self.lastPing)\n".utf8)
    bytes = framing == .newline ? before + after : before
  }

  /// Returns whether the server accepted all messages as valid and read its input to the end.
  ///
  /// - Throws: An error if the server violated the protocol.
  func isAccepted(_ code: Int32, _ output: [UInt8]) throws -> Bool {
    let isLeft = contains("exit")
    try #require(code == 0 || (code == 1 && isLeft) || (code == 2 && framing == .header))
    let said = try messages(in: output)
    for message in said { try check(message) }
    let replies = said.filter { $0["method"] == nil }
    try check(counts(of: replies.compactMap { $0["id"] }), isLeft: isLeft)
    let codes = replies.compactMap { $0["error"]?["code"]?.integer }
    return code == 0 && !codes.contains(-32700) && !codes.contains(-32600)
  }

  private func contains(_ word: String) -> Bool {
    String(decoding: mutated, as: UTF8.self).contains(word)
  }

  /// Returns the messages that the server sent, with batches expanded.
  private func messages(in output: [UInt8]) throws -> [JSONValue] {
    var parser = FrameParser(limit: 16 << 20)
    let frames = parser.feed(output)
    try #require(parser.finish() == nil)
    try #require(parser.framing == framing)
    if framing == .newline { try #require(output.last == UInt8(ascii: "\n")) }
    return try frames.flatMap { frame -> [JSONValue] in
      guard case .message(let text) = frame else { throw FuzzTestError("no message: \(frame)") }
      try #require(!text.contains(UInt8(ascii: "\n")))
      let message = try JSONValue(parsing: text)
      return message.array ?? [message]
    }
  }

  private static let notifications: Set = [
    "$/progress", "minuta/changed", "notifications/progress", "notifications/resources/updated",
    "notifications/subscriptions/acknowledged",
  ]

  /// Checks that a message from the server is a response, a known notification or a request.
  private func check(_ message: JSONValue) throws {
    try #require(message["jsonrpc"] == "2.0", "\(message)")
    if let method = message["method"]?.string {
      let isKnown =
        message["id"] == nil ? Self.notifications.contains(method) : method == "elicitation/create"
      try #require(isKnown && message["params"]?.object != nil, "\(message)")
      return
    }
    try #require(message["id"] != nil, "\(message)")
    try #require((message["result"] == nil) != (message["error"] == nil), "\(message)")
    guard let error = message["error"] else { return }
    try #require(error["code"]?.integer != nil, "\(message)")
    try #require(error["message"]?.string?.isEmpty == false, "\(message)")
    try #require(error["data"]?["code"] != "internal", "\(message)")
  }

  /// Checks that every request was answered, and that no id has more responses than messages.
  ///
  /// - Parameter isLeft: whether the stream may make the server exit early.
  private func check(_ answered: [JSONValue: Int], isLeft: Bool) throws {
    try #require(answered["before"] == 1)
    if framing == .header { return }
    let isSilenced = isLeft || contains("ancel")
    let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONValue(parsing: Array($0))
    }
    let asked = counts(of: lines.filter(isRequest).compactMap { $0["id"] })
    if !isSilenced {
      // There may be more responses than requests, because invalid requests and batches are
      // answered, too.
      for (id, count) in asked { try #require(answered[id] ?? 0 >= count, "\(id)") }
    }
    let inAll = counts(of: lines.flatMap { $0.array ?? [$0] }.compactMap { $0["id"] })
    for (id, count) in answered where id != .null {
      try #require(count <= inAll[id] ?? 0, "\(id)")
    }
  }

  private func isRequest(_ message: JSONValue) -> Bool {
    let hasId = message["id"]?.string != nil || message["id"]?.isNumber == true
    let params = message["params"]
    let isGiven = params == nil || params == .null || params?.object != nil || params?.array != nil
    return hasId && isGiven && message["jsonrpc"] == "2.0" && message["method"]?.string != nil
  }

  private func counts(of ids: [JSONValue]) -> [JSONValue: Int] {
    ids.reduce(into: [:]) { counts, id in counts[id, default: 0] += 1 }
  }
}

extension JSONValue {
  fileprivate var isNumber: Bool {
    if case .number = self { true } else { false }
  }
}
