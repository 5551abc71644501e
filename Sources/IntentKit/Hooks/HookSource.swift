/// A source of hooks, and the queue for their events.
public protocol HookSource: Sendable {
  /// Returns the hooks for events, ordered by ID.
  ///
  /// This must be fast, because it is called before every call that may cause an event.
  func hooks(of events: [String], _ phase: Workflow.Hook.Phase) async -> [Workflow]

  /// Returns a sentence for each invalid hook that may belong to the events.
  ///
  /// Invalid hooks don't run.
  func problems(of events: [String]) async -> [String]

  /// Queues events, so that their hooks run after the call has returned.
  func enqueue(_ events: [HookEvent]) async
}

extension HookSource {
  /// Returns an empty array.
  public func problems(of events: [String]) async -> [String] { [] }
}
