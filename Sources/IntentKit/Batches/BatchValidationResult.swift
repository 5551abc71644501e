/// The result of validating a batch, with checkpoints to detect whether its calls change later.
public struct BatchValidationResult: Sendable {
  /// The summary of the validation, in which `failed` counts the invalid calls.
  public internal(set) var summary = BatchSummary()
  /// The digest of all calls so far, recorded after every `checkpointInterval` calls.
  private var checkpoints: [String?] = []
  private var last: String?

  /// The number of calls between two checkpoints.
  static let checkpointInterval = 500

  mutating func note(_ call: BatchCall) {
    summary.calls += 1
    last = call.position?.digest
    if summary.calls.isMultiple(of: Self.checkpointInterval) { checkpoints.append(last) }
  }

  /// Checks that the calls read so far haven't changed since validation.
  ///
  /// Does nothing unless `count` is at a checkpoint.
  ///
  /// - Parameter count: The number of calls up to and including `call`.
  func verify(_ count: Int, endingWith call: BatchCall) throws(BatchChangedError) {
    guard count.isMultiple(of: Self.checkpointInterval) else { return }
    let checkpoint = count / Self.checkpointInterval - 1
    if !checkpoints.indices.contains(checkpoint) || checkpoints[checkpoint] != call.position?.digest
    {
      throw BatchChangedError(index: count - Self.checkpointInterval)
    }
  }

  /// Checks at the end of the batch that it has the same calls as during validation.
  func verifyEnd(_ count: Int, endingWith call: BatchCall?) throws(BatchChangedError) {
    if count != summary.calls || last != call?.position?.digest {
      throw BatchChangedError(
        index: max(0, count - 1) / Self.checkpointInterval * Self.checkpointInterval
      )
    }
  }
}

/// An error thrown when the calls of a batch change after validation.
public struct BatchChangedError: Error, Sendable, Equatable {
  /// The index of the first call that may differ, counted from 0.
  public let index: Int
}

/// An error thrown when a batch ends early for a reason other than a failed call.
public struct BatchInterruptedError: Error {
  /// The summary of the calls up to the interruption.
  public let summary: BatchSummary
  /// The error that ended the batch.
  public let cause: any Error
}
