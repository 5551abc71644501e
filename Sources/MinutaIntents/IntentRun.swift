import Foundation
import IntentKit
import JSONText
import MinutaCore

/// What an intent has at hand while it runs.
struct IntentRun {
  /// The rules, over the state that the call is judged by.
  var tracker: TimeTracker
  /// The zone of a call that names none.
  let timeZone: TimeZone
  /// Whether nothing of it will last.
  let isRehearsal: Bool
  /// The way the call came in.
  let door: Door
  /// Whether the call has to be confirmed before it can be done.
  private(set) var needsConfirmation = false

  /// The call's one reading of the clock.
  var now: Date { tracker.now }

  /// The day of the call in the zone of a call that names none.
  var today: TimeRange {
    RangeText(now: now, timeZone: timeZone).range("today") ?? TimeRange(timeZone: timeZone)
  }

  var words: TimeWords { TimeWords(now: now, timeZone: timeZone) }

  /// Makes sure that a call that removes or overwrites more than one record is meant; a rehearsal
  /// goes on and notes it.
  ///
  /// - Parameter deed: what it would do, to be followed by the count.
  mutating func confirm(
    _ values: IntentValues,
    _ deed: String,
    records count: Int
  ) throws(IntentError) {
    if count < 2 || values.flag("confirm") { return }
    if isRehearsal {
      needsConfirmation = true
      return
    }
    let words =
      switch door {
      case .commandLine, .file, .key: "'confirm': true (or --yes)"
      case .rpc, .mcp: "'confirm': true"
      }
    let message = "This would \(deed) \(count) records; give \(words) to have it done."
    throw .needsValue(
      parameter: "confirm",
      schema: ["type": "boolean", "title": "Have it done"],
      OutcomeError(
        .failure,
        code: "confirmationNeeded",
        message: message,
        data: ["records": .number(JSONNumber(count))]
      )
    )
  }
}
