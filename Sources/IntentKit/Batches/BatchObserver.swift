/// An observer that is notified while a batch is validated and run.
public protocol BatchObserver {
  /// Called from time to time during validation with the number of calls validated so far.
  func didValidate(_ count: Int) async

  /// Called before any of `calls` runs.
  ///
  /// An error thrown here ends the batch before they run.
  func willPerform(_ calls: [BatchCall]) async throws

  /// Called with the results of a group of calls after their changes are committed, or with the
  /// error of one invalid call.
  func didProduce(_ results: [BatchCallResult]) async

  /// Whether the batch should stop before the next calls run.
  var shouldStop: Bool { get }
}

extension BatchObserver {
  /// Does nothing by default.
  public func didValidate(_ count: Int) {}

  /// Does nothing by default, so the calls run.
  public func willPerform(_ calls: [BatchCall]) {}

  /// Whether the batch should stop: false by default.
  public var shouldStop: Bool { false }
}
