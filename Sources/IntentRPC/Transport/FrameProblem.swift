import IntentKit

/// Bytes that cannot be cut into messages.
public enum FrameProblem: Error, Sendable, Equatable {
  /// The input begins with a byte that begins neither JSON nor a header.
  case unknownFraming(firstByte: UInt8)
  /// A message has more bytes than this.
  case tooLong(limit: Int)
  /// A header has more bytes than this.
  case headerTooLong(limit: Int)
  /// A line of a header is no name and value.
  case malformedHeader(String)
  /// A header names no length.
  case missingLength
  /// A header names a length that is no number, or names two.
  case malformedLength(String)
  /// A header names an encoding that is not UTF-8.
  case unknownCharset(String)
  /// The input ends inside a message.
  case inputEnded
}

extension FrameProblem {
  /// Whether the place where the next message begins is unknown.
  package var endsInput: Bool {
    if case .unknownCharset = self { false } else { true }
  }

  var code: RPCErrorCode {
    if case .tooLong = self { .invalidRequest } else { .parseError }
  }

  var sentence: String {
    switch self {
    case .unknownFraming(let byte):
      "The input must begin with '{', '[' or 'Content-Length:', not with byte \(byte)."
    case .tooLong(let limit): "A message may have \(limit) bytes, not more."
    case .headerTooLong(let limit): "A header may have \(limit) bytes, not more."
    case .malformedHeader(let line): "The header line \(line.quoted) has no name and value."
    case .missingLength: "The header has no Content-Length."
    case .malformedLength(let text):
      "Content-Length must be given once, as a number of bytes, not as \(text.quoted)."
    case .unknownCharset(let name): "Messages must be in UTF-8, not in \(name.quoted)."
    case .inputEnded: "The input ends inside a message."
    }
  }
}
