/// The workflow run and the hooks that caused a call.
public struct CallChain: Sendable, Hashable {
  /// The maximum depth of hooks that trigger other hooks, to prevent chain reactions.
  static let maximumHookDepth = 2

  /// The ID of the workflow run that made the call; nil if there is none.
  public let run: String?
  /// The hooks that caused the call, which don't run again for it.
  public let hooks: [String]
  /// The time limit of the hook, which also limits the cleanup steps of nested workflows; nil if
  /// there is no hook.
  let timeout: Duration?

  /// Creates a chain.
  ///
  /// By default the call has no run and no hooks.
  public init(run: String? = nil, hooks: [String] = []) {
    self.init(run: run, hooks: hooks, timeout: nil)
  }

  init(run: String?, hooks: [String], timeout: Duration?) {
    self.run = run
    self.hooks = hooks
    self.timeout = timeout
  }

  /// Returns the chain for calls made in a run.
  ///
  /// A nested run keeps the ID of the outer one.
  func within(_ run: String) -> CallChain {
    CallChain(run: self.run ?? run, hooks: hooks, timeout: timeout)
  }
}
