/// An observer of a batch while it is validated and run.
public protocol BatchObserver {
  /// Called from time to time during validation with the number of calls validated so far.
  func didValidate(_ count: Int) async

  /// Called before any of `calls` runs.
  ///
  /// An error thrown here ends the batch before they run.
  func willPerform(_ calls: [BatchCall]) async throws

  /// Called after the results are committed: those of one group, or the error of one invalid call.
  func didProduce(_ results: [BatchCallResult]) async

  /// Whether the batch should stop before the next calls run.
  var shouldStop: Bool { get }
}

extension BatchObserver {
  /// Does nothing.
  public func didValidate(_ count: Int) {}

  /// Does nothing, so the calls run.
  public func willPerform(_ calls: [BatchCall]) {}

  /// Whether to stop: always false.
  public var shouldStop: Bool { false }
}
