/// How calls are done.
public struct BatchOptions: Sendable {
  /// Whether all calls are done or none is.
  public var isAtomic = false
  /// Whether a failure leaves the rest to be done.
  public var continuesOnError = false
  /// Whether all calls are checked before the first is done.
  public var validatesBeforeRunning = true
  /// How many of the first calls are passed over, since an earlier run did them.
  public var skippedCount = 0
  /// The places of those among them that failed then, and are tried again.
  public var retriedIndices: Set<Int> = []

  /// Makes options: checked, ending at the first failure.
  public init() {}
}
