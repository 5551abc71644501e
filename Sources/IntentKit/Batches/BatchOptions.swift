/// Options for running a batch.
public struct BatchOptions: Sendable {
  /// Whether the calls run atomically: either all of them take effect or none.
  public var isAtomic = false
  /// Whether the remaining calls still run after one has failed.
  public var continuesOnError = false
  /// Whether all calls are validated before the first one runs.
  public var validatesBeforeRunning = true
  /// The number of calls, counted from the start of the batch, that an interrupted run already
  /// attempted.
  ///
  /// These calls are skipped, except those in `retriedIndices`.
  public var skippedCount = 0
  /// The indices of calls that failed in the interrupted run and now run again instead of being
  /// skipped.
  public var retriedIndices: Set<Int> = []

  /// Creates the default options: validate all calls first, then stop at the first failure.
  public init() {}
}
