import Foundation
import IntentKit
import JSONText
import MinutaCore

extension PendingChanges {
  /// The changes as hooks are told of them, timers before records before tags.
  func events(_ times: AnswerTimes) -> [IntentEvent] {
    records.flatMap { $0.timerEvents(times) }
      + records.map { $0.event("record.changed", times) }
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
  fileprivate func timerEvents(_ times: AnswerTimes) -> [IntentEvent] {
    let ran = before?.record.isRunning ?? false
    switch after?.record.isRunning {
    case true? where !ran: return [event("timer.started", times)]
    case false? where ran: return [event("timer.stopped", times)]
    default: return []
    }
  }

  fileprivate func event(_ name: String, _ times: AnswerTimes) -> IntentEvent {
    IntentEvent(
      name,
      before: before?.json(times) ?? .null,
      after: after?.json(times) ?? .null
    )
  }
}
