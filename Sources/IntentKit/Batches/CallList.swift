/// Calls that are all at hand.
public struct CallList: BatchSource {
  private let calls: [IntentCall]

  /// Makes a source of calls.
  public init(_ calls: [IntentCall]) {
    self.calls = calls
  }

  /// Begins with the first call.
  public func reader() -> any BatchReader { Reader(rest: calls[...]) }

  private struct Reader: BatchReader {
    var rest: ArraySlice<IntentCall>
    let hasBufferedCall = true

    mutating func next() -> BatchCall? { rest.popFirst().map { BatchCall($0) } }
  }
}
