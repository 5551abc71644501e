import IntentKit
import JSONText

/// The errors of bytes and of JSON that are not a message.
extension RPCError {
  /// The error of an input whose first byte can begin neither a JSON message nor a header.
  package static func unknownFraming(firstByte: UInt8) -> RPCError {
    parseError(
      "The input begins with \(name(firstByte)). Begin it with '{', '[' or 'Content-Length:'."
    )
  }

  package static func messageTooLong(limit: Int) -> RPCError {
    RPCError(.invalidRequest, "The message is larger than \(limit) bytes. Send a smaller one.")
  }

  package static func headerTooLong(limit: Int) -> RPCError {
    parseError("The header is larger than \(limit) bytes. Send a shorter one.")
  }

  package static func malformedHeader(_ line: String) -> RPCError {
    parseError("\(line.quoted) is not a header line. Use the form 'Name: value'.")
  }

  package static let missingLength = parseError("The header has no 'Content-Length'. Add it.")

  /// The error of a `Content-Length` that is not a number or that occurs twice.
  package static func malformedLength(_ text: String) -> RPCError {
    parseError(
      "\(text.quoted) is not a valid 'Content-Length'. Send a single number, the length in bytes."
    )
  }

  package static func unknownCharset(_ name: String) -> RPCError {
    parseError("The charset \(name.quoted) is not supported. Use UTF-8.")
  }

  package static let inputEnded = parseError(
    "The input ended in the middle of a message. Send the whole message."
  )

  static func malformedMessage(_ error: JSONError) -> RPCError {
    parseError("Invalid JSON at byte \(error.offset): \(error.problem).")
  }

  private static func parseError(_ message: String) -> RPCError { RPCError(.parseError, message) }

  /// Returns an ASCII character in quotes, and any other byte as `0xFF`.
  private static func name(_ byte: UInt8) -> String {
    let isPrintable = (0x21..<0x7F).contains(byte)
    return isPrintable
      ? "'\(Character(Unicode.Scalar(byte)))'" : "0x\(String(byte, radix: 16, uppercase: true))"
  }
}
