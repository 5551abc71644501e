/// The result of validating a batch, with checkpoints to detect later changes to its calls.
public struct BatchValidation: Sendable {
  /// The number of calls, and of invalid calls.
  public internal(set) var summary = BatchSummary()
  /// The digests after each `checkpointInterval` calls.
  private var checkpoints: [String?] = []
  private var last: String?

  /// The number of calls between two checkpoints.
  static let checkpointInterval = 500

  mutating func note(_ call: BatchCall) {
    summary.calls += 1
    last = call.position?.digest
    if summary.calls.isMultiple(of: Self.checkpointInterval) { checkpoints.append(last) }
  }

  /// Verifies at a checkpoint that the calls up to here are the validated ones.
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

  /// Verifies that the batch ends where the validated batch ended.
  func verifyEnd(_ count: Int, endingWith call: BatchCall?) throws(BatchChangedError) {
    if count != summary.calls || last != call?.position?.digest {
      throw BatchChangedError(
        index: max(0, count - 1) / Self.checkpointInterval * Self.checkpointInterval
      )
    }
  }
}

/// The calls of a batch changed after they were validated.
public struct BatchChangedError: Error, Sendable, Equatable {
  /// The index of the first call that may differ, counted from 0.
  public let index: Int
}

/// A batch ended early for a reason other than a failed call.
public struct BatchInterruptedError: Error {
  /// The summary up to the interruption.
  public let summary: BatchSummary
  /// The error that ended the batch.
  public let cause: any Error
}
