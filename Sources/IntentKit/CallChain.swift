/// What led to a call that nobody asked for by itself.
public struct CallChain: Sendable, Hashable {
  /// The run of a workflow that the call is part of; nil where it is part of none.
  public let run: String?
  /// The hooks on the way to it, none of which is done once more for it.
  public let hooks: [String]

  /// Makes a chain; without a run or hooks a call stands for itself.
  public init(run: String? = nil, hooks: [String] = []) {
    self.run = run
    self.hooks = hooks
  }
}
