import IntentKit
import JSONText
import Synchronization

/// Records all events, as a hook on each event would receive them.
final class EventRecorder: HookSource {
  private let events = Mutex<[HookEvent]>([])

  /// The events recorded so far.
  var recordedEvents: [HookEvent] { events.withLock { $0 } }

  func hooks(of events: [String], _ phase: Workflow.Hook.HookPhase) -> [Workflow] {
    guard phase == .after else { return [] }
    return events.compactMap { event in
      try? Workflow(json: [
        "minuta": 1, "id": "ear", "title": "Ear", "hook": ["event": .string(event)],
        "steps": [["id": "a", "intent": "Status"]],
      ])
    }
  }

  func enqueue(_ events: [HookEvent]) {
    self.events.withLock { $0 += events }
  }
}
