/// The separation of messages in a byte stream.
package enum Framing: Sendable {
  /// One message per line.
  case newline
  /// Each message follows a header with its length, as in the Language Server Protocol.
  case header

  /// Returns a message with its framing.
  ///
  /// The header is spelled exactly like this, because several clients accept no other form.
  package func frame(_ body: consuming [UInt8]) -> [UInt8] {
    switch self {
    case .newline:
      body.append(UInt8(ascii: "\n"))
      return body
    case .header: return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
  }
}
