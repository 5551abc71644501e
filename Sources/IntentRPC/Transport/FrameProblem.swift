/// The reasons why received bytes can't be split into messages.
public enum FrameProblem: Error, Sendable, Equatable {
  /// The first byte of the input can begin neither a JSON message nor a header.
  case unknownFraming(firstByte: UInt8)
  /// A message exceeds the size limit.
  case tooLong(limit: Int)
  /// A header exceeds the size limit.
  case headerTooLong(limit: Int)
  /// A line of a header doesn't consist of a name, a colon and a value.
  case malformedHeader(String)
  /// A header has no `Content-Length`.
  case missingLength
  /// The value of `Content-Length` is not a number, or the header contains it twice.
  case malformedLength(String)
  /// A header names a character encoding other than UTF-8.
  case unknownCharset(String)
  /// The input ended in the middle of a message.
  case inputEnded
}

extension FrameProblem {
  /// Whether reading has to stop after this error, because the start of the next message is
  /// unknown.
  package var endsInput: Bool {
    if case .unknownCharset = self { false } else { true }
  }

  var code: RPCErrorCode {
    if case .tooLong = self { .invalidRequest } else { .parseError }
  }
}
