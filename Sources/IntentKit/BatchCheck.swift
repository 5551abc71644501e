/// What the check of a batch found, and enough to know its calls again.
public struct BatchCheck: Sendable {
  /// How many calls there are, and how many of them are wrong.
  public internal(set) var summary = BatchSummary()
  /// The digest after every so many calls.
  private var marks: [String?] = []
  private var last: String?

  /// How many calls have one mark.
  static let stride = 500

  mutating func note(_ call: BatchCall) {
    summary.calls += 1
    last = call.place?.digest
    if summary.calls.isMultiple(of: Self.stride) { marks.append(last) }
  }

  /// Makes sure that the calls up to one are those that were checked, as far as there is a mark.
  ///
  /// - Parameter count: how many there are up to and with it.
  func verify(_ count: Int, endingWith call: BatchCall) throws(ChangedCalls) {
    guard count.isMultiple(of: Self.stride) else { return }
    let place = count / Self.stride - 1
    if !marks.indices.contains(place) || marks[place] != call.place?.digest {
      throw ChangedCalls(index: count - Self.stride)
    }
  }

  /// Makes sure that the calls end where those ended that were checked.
  func verifyEnd(_ count: Int, endingWith call: BatchCall?) throws(ChangedCalls) {
    if count != summary.calls || last != call?.place?.digest {
      throw ChangedCalls(index: max(0, count - 1) / Self.stride * Self.stride)
    }
  }
}

/// Calls are others than those that were checked.
public struct ChangedCalls: Error, Sendable, Equatable {
  /// The place from which on they may be; those before are the same, counted from 0.
  public let index: Int
}

/// A batch ended before its time, for no failure of a call.
public struct BatchStopped: Error {
  /// What became of it until then.
  public let summary: BatchSummary
  /// Why it ended.
  public let cause: any Error
}
