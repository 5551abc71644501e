/// Where hooks come from, and where what they wait for goes.
public protocol HookSource: Sendable {
  /// The hooks of events, in the order of their ids.
  ///
  /// It is asked before every call that may cause an event, so that it costs little.
  func hooks(of events: [String], _ phase: Workflow.Hook.Phase) async -> [Workflow]

  /// What is wrong with hooks that may be of events, each as a sentence; they are not done.
  func problems(of events: [String]) async -> [String]

  /// Takes what happened, to have its hooks done off the way of the call.
  func enqueue(_ events: [HookEvent]) async
}

extension HookSource {
  /// Nothing is.
  public func problems(of events: [String]) async -> [String] { [] }
}
