/// Options for running a batch.
public struct BatchOptions: Sendable {
  /// Whether the calls run atomically: either all of them or none.
  public var isAtomic = false
  /// Whether the remaining calls run after a failure.
  public var continuesOnError = false
  /// Whether all calls are validated before the first one runs.
  public var validatesBeforeRunning = true
  /// The number of leading calls to skip because an earlier run completed them.
  public var skippedCount = 0
  /// The indices of skipped calls that failed in the earlier run and are tried again.
  public var retriedIndices: Set<Int> = []

  /// Creates the default options: validate first, stop at the first failure.
  public init() {}
}
