/// A batch source that holds all its calls in memory.
public struct InMemoryBatchSource: BatchSource {
  private let calls: [IntentCall]

  /// Creates a source from an array of calls.
  public init(_ calls: [IntentCall]) {
    self.calls = calls
  }

  /// Returns a reader that starts at the first call.
  public func reader() -> any BatchReader { Reader(rest: calls[...]) }

  private struct Reader: BatchReader {
    var rest: ArraySlice<IntentCall>
    let hasBufferedCall = true

    mutating func next() -> BatchCall? { rest.popFirst().map { BatchCall($0) } }
  }
}
