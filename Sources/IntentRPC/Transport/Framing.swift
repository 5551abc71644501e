/// The way in which messages are separated in a byte stream.
package enum Framing: Sendable {
  /// Each message is one line.
  case newline
  /// Each message follows a header with its length, as in the Language Server Protocol.
  case header

  /// Returns the bytes of a message with its framing.
  ///
  /// The header is spelled exactly in this form, because several clients accept no other.
  package func frame(_ body: consuming [UInt8]) -> [UInt8] {
    switch self {
    case .newline:
      body.append(UInt8(ascii: "\n"))
      return body
    case .header: return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
  }
}
