/// Follows a batch while it is run.
public protocol BatchObserver {
  /// Hears now and then how many calls have been checked.
  func didValidate(_ count: Int) async

  /// Hears of calls before any of them is done; what it throws ends the batch before them.
  func willPerform(_ calls: [BatchCall]) async throws

  /// Hears of results once they last: of calls that were done together, or of one that the check
  /// found wrong.
  func didProduce(_ results: [BatchCallResult]) async

  /// Whether the batch shall end before the next calls are done.
  var shouldStop: Bool { get }
}

extension BatchObserver {
  /// Does nothing.
  public func didValidate(_ count: Int) {}

  /// Lets them be done.
  public func willPerform(_ calls: [BatchCall]) {}

  /// Never.
  public var shouldStop: Bool { false }
}
