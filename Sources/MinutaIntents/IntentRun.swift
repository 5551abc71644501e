import Foundation
import MinutaCore

/// What an intent has at hand while it runs.
struct IntentRun {
  /// The rules, over the state that the call is judged by.
  var tracker: TimeTracker
  /// The zone of a call that names none.
  let timeZone: TimeZone

  /// The call's one reading of the clock.
  var now: Date { tracker.now }

  var words: TimeWords { TimeWords(now: now, timeZone: timeZone) }
}
