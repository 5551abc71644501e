/// What led to a call that nobody asked for by itself.
public struct CallChain: Sendable, Hashable {
  /// How many hooks may bring each other about; more would multiply.
  static let maximumHookDepth = 2

  /// The run of a workflow that the call is part of; nil where it is part of none.
  public let run: String?
  /// The hooks on the way to it, none of which is done once more for it.
  public let hooks: [String]
  /// The time that whoever waits for a hook gives to what cleans up; nil for any.
  let timeout: Duration?

  /// Makes a chain; without a run or hooks a call stands for itself.
  public init(run: String? = nil, hooks: [String] = []) {
    self.init(run: run, hooks: hooks, timeout: nil)
  }

  init(run: String?, hooks: [String], timeout: Duration?) {
    self.run = run
    self.hooks = hooks
    self.timeout = timeout
  }

  /// The chain of calls in a run; one within another is part of that.
  func within(_ run: String) -> CallChain {
    CallChain(run: self.run ?? run, hooks: hooks, timeout: timeout)
  }
}
