/// What the check of a batch found, and enough to know its calls again.
public struct BatchValidation: Sendable {
  /// How many calls there are, and how many of them are wrong.
  public internal(set) var summary = BatchSummary()
  /// The digest after every so many calls.
  private var checkpoints: [String?] = []
  private var last: String?

  /// How many calls have one mark.
  static let checkpointInterval = 500

  mutating func note(_ call: BatchCall) {
    summary.calls += 1
    last = call.position?.digest
    if summary.calls.isMultiple(of: Self.checkpointInterval) { checkpoints.append(last) }
  }

  /// Makes sure that the calls up to one are those that were checked, as far as there is a mark.
  ///
  /// - Parameter count: how many there are up to and with it.
  func verify(_ count: Int, endingWith call: BatchCall) throws(BatchChangedError) {
    guard count.isMultiple(of: Self.checkpointInterval) else { return }
    let place = count / Self.checkpointInterval - 1
    if !checkpoints.indices.contains(place) || checkpoints[place] != call.position?.digest {
      throw BatchChangedError(index: count - Self.checkpointInterval)
    }
  }

  /// Makes sure that the calls end where those ended that were checked.
  func verifyEnd(_ count: Int, endingWith call: BatchCall?) throws(BatchChangedError) {
    if count != summary.calls || last != call?.position?.digest {
      throw BatchChangedError(
        index: max(0, count - 1) / Self.checkpointInterval * Self.checkpointInterval
      )
    }
  }
}

/// Calls are others than those that were checked.
public struct BatchChangedError: Error, Sendable, Equatable {
  /// The place from which on they may be; those before are the same, counted from 0.
  public let index: Int
}

/// A batch ended before its time, for no failure of a call.
public struct BatchInterruptedError: Error {
  /// What became of it until then.
  public let summary: BatchSummary
  /// Why it ended.
  public let cause: any Error
}
