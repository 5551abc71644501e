import Foundation
import IntentKit
import JSONText
import MinutaCore

extension PendingChanges {
  /// The changes as hooks are told of them, timers before records before tags.
  func events(now: Date) -> [IntentEvent] {
    records.flatMap { $0.timerEvents(now: now) }
      + records.map { $0.event("record.changed", now: now) }
      + tags.map { change in
        IntentEvent(
          "tag.changed",
          before: change.before?.json ?? .null,
          after: change.after?.json ?? .null
        )
      }
  }
}

extension PendingChange<TaggedRecord> {
  /// A timer that is thrown away did not stop.
  fileprivate func timerEvents(now: Date) -> [IntentEvent] {
    let ran = before?.record.isRunning ?? false
    switch after?.record.isRunning {
    case true? where !ran: return [event("timer.started", now: now)]
    case false? where ran: return [event("timer.stopped", now: now)]
    default: return []
    }
  }

  fileprivate func event(_ name: String, now: Date) -> IntentEvent {
    IntentEvent(
      name,
      before: before?.json(now: now) ?? .null,
      after: after?.json(now: now) ?? .null
    )
  }
}
