/// Calls that are all at hand.
public struct CallList: CallSource {
  private let calls: [Call]

  /// Makes a source of calls.
  public init(_ calls: [Call]) {
    self.calls = calls
  }

  /// Begins with the first call.
  public func reader() -> any CallReader { Reader(rest: calls[...]) }

  private struct Reader: CallReader {
    var rest: ArraySlice<Call>
    let isNextAtHand = true

    mutating func next() -> BatchCall? { rest.popFirst().map { BatchCall($0) } }
  }
}
