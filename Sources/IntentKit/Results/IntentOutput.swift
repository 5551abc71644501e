import JSONText

/// The typed result of an intent, with a sentence about it.
public struct IntentOutput<Result> {
  /// The result, with the members of the definition's `result`.
  public let result: Result
  /// A sentence for the user about what the call did, with the commands that may follow.
  public let notice: Notice
  /// The file in the result; nil if there is none.
  public var file: ResultFile?

  /// Creates the output of a call.
  public init(_ result: Result, dialog: some NoticeConvertible) {
    self.result = result
    notice = dialog.notice
  }
}

extension IntentOutput: Sendable where Result: Sendable {}

extension IntentOutput where Result: Encodable & Sendable {
  /// Returns the result as JSON, in the form in which the engine passes it on.
  ///
  /// - Throws: `EncodingError` if a number is infinite or NaN.
  public func encoded() throws -> IntentResult {
    var encoded = IntentResult(try JSONValue(encoding: result).object ?? [:], dialog: notice)
    encoded.file = file
    encoded.typed = IntentResult.TypedValue(value: result)
    return encoded
  }
}
