/// The reasons why bytes can't be split into messages.
public enum FrameProblem: Error, Sendable, Equatable {
  /// The input begins with a byte that starts neither JSON nor a header.
  case unknownFraming(firstByte: UInt8)
  /// A message exceeds the size limit.
  case tooLong(limit: Int)
  /// A header exceeds the size limit.
  case headerTooLong(limit: Int)
  /// A header line is not a name and a value.
  case malformedHeader(String)
  /// A header has no `Content-Length`.
  case missingLength
  /// `Content-Length` is not a number, or occurs twice.
  case malformedLength(String)
  /// A header names a charset other than UTF-8.
  case unknownCharset(String)
  /// The input ends within a message.
  case inputEnded
}

extension FrameProblem {
  /// Whether reading has to stop, because the start of the next message is unknown.
  package var endsInput: Bool {
    if case .unknownCharset = self { false } else { true }
  }

  var code: RPCErrorCode {
    if case .tooLong = self { .invalidRequest } else { .parseError }
  }
}
