/// The origin of a call: the workflow run that made it and the hooks that caused it.
package struct CallChain: Sendable, Hashable {
  /// The maximum number of hooks that can trigger each other in a chain, to prevent endless chains.
  static let maximumHookDepth = 2

  /// The ID of the workflow run that made the call; nil if there is none.
  package let run: String?
  /// The IDs of the hooks that caused the call; they don't run again for it.
  package let hooks: [String]
  /// The time limit of the hook that caused the call; nil if there is none.
  ///
  /// It also limits the cleanup steps of workflows that the hook calls.
  let timeout: Duration?

  /// Creates a call chain.
  ///
  /// By default, no workflow run and no hook caused the call.
  package init(run: String? = nil, hooks: [String] = []) {
    self.init(run: run, hooks: hooks, timeout: nil)
  }

  init(run: String?, hooks: [String], timeout: Duration?) {
    self.run = run
    self.hooks = hooks
    self.timeout = timeout
  }

  /// Returns the chain for calls made by a workflow run.
  ///
  /// If the run is nested in another one, its calls keep the ID of the outer run.
  func within(_ run: String) -> CallChain {
    CallChain(run: self.run ?? run, hooks: hooks, timeout: timeout)
  }
}
