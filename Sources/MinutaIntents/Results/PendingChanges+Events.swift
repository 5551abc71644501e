import Foundation
import IntentKit
import JSONText
import MinutaCore

extension CallChangePreview {
  /// Returns the events that trigger hooks: timers first, then records, then tags.
  func events(_ options: RecordResultOptions) -> [IntentEvent] {
    records.flatMap { $0.timerEvents(options) }
      + records.map { $0.event("record.changed", options) }
      + tags.map { change in
        IntentEvent(
          "tag.changed",
          before: change.before.map { TagResult($0).json } ?? .null,
          after: change.after.map { TagResult($0).json } ?? .null
        )
      }
  }
}

extension EntityChangePreview<TaggedRecord> {
  /// Returns the events of a timer that a call started or stopped.
  ///
  /// Cancelling a timer deletes it and doesn't raise `timer.stopped`.
  fileprivate func timerEvents(_ options: RecordResultOptions) -> [IntentEvent] {
    let ran = before?.record.isRunning ?? false
    switch after?.record.isRunning {
    case true? where !ran: return [event("timer.started", options)]
    case false? where ran: return [event("timer.stopped", options)]
    default: return []
    }
  }

  fileprivate func event(_ name: String, _ options: RecordResultOptions) -> IntentEvent {
    IntentEvent(
      name,
      before: before.map { RecordResult($0, options).json } ?? .null,
      after: after.map { RecordResult($0, options).json } ?? .null
    )
  }
}
