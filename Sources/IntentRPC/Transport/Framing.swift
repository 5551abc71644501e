/// How messages are told apart in a stream of bytes.
package enum Framing: Sendable {
  /// Each message is a line.
  case newline
  /// Each message follows a header that names its length, as in the Language Server Protocol.
  case header

  /// A message as it goes over the wire.
  ///
  /// Several clients know no other spelling of the header than this one.
  package func frame(_ body: consuming [UInt8]) -> [UInt8] {
    switch self {
    case .newline:
      body.append(UInt8(ascii: "\n"))
      return body
    case .header: return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
  }
}
