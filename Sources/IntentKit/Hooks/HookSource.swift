/// A source of the user's hooks, with a queue of events that hooks still have to handle.
public protocol HookSource: Sendable {
  /// Returns the hooks for any of the events, ordered by ID.
  ///
  /// This must be fast, because it is called before every call that may cause an event.
  func hooks(of events: [String], _ phase: Workflow.Hook.HookPhase) async -> [Workflow]

  /// Returns a message for each invalid hook that may be intended for one of the events.
  ///
  /// Invalid hooks don't run.
  func problems(of events: [String]) async -> [Notice]

  /// Queues events, so that their hooks run after the call has returned.
  func enqueue(_ events: [HookEvent]) async

  /// Records how a hook after an event ended; the error is nil if it ended well.
  func recordEnd(of hook: Workflow, error: Failure?) async
}

extension HookSource {
  /// Returns an empty array by default.
  public func problems(of events: [String]) async -> [Notice] { [] }

  /// Records nothing by default.
  public func recordEnd(of hook: Workflow, error: Failure?) async {}
}
