import IntentKit

extension FrameProblem {
  var message: String {
    switch self {
    case .unknownFraming(let byte):
      "The input begins with \(Self.name(byte)). Begin it with '{', '[' or 'Content-Length:'."
    case .tooLong(let limit): "The message is larger than \(limit) bytes. Send a smaller one."
    case .headerTooLong(let limit): "The header is larger than \(limit) bytes. Send a shorter one."
    case .malformedHeader(let line):
      "\(line.quoted) is not a header line. Use the form 'Name: value'."
    case .missingLength: "The header has no 'Content-Length'. Add it."
    case .malformedLength(let text):
      "\(text.quoted) is not a valid 'Content-Length'. Send a single number, the length in bytes."
    case .unknownCharset(let name): "The charset \(name.quoted) is not supported. Use UTF-8."
    case .inputEnded: "The input ended in the middle of a message. Send the whole message."
    }
  }

  /// Returns an ASCII character in quotes, and any other byte as `0xFF`.
  private static func name(_ byte: UInt8) -> String {
    let isPrintable = (0x21..<0x7F).contains(byte)
    return isPrintable
      ? "'\(Character(Unicode.Scalar(byte)))'" : "0x\(String(byte, radix: 16, uppercase: true))"
  }
}
