import Foundation
import IntentKit
import JSONText
import MinutaCore

/// What an intent has at hand while it runs.
struct IntentRun {
  /// The rules, over the state that the call is judged by.
  var tracker: TimeTracker
  /// How days are reckoned, in the zone of a call that names none.
  let days: DayReckoning
  /// What the user has settled about time.
  let rules: TimeRules
  /// What knows when the machine was awake; nil where nothing does.
  let wakefulness: (any Wakefulness)?
  /// Whether nothing of it will last.
  let isRehearsal: Bool
  /// The way the call came in.
  let door: Door
  /// The run of a batch that the call is part of; nil for any other.
  let batchRun: String?
  /// Whether a hook brought the call about.
  var isOfHook = false
  /// Whether records in the answer have local times.
  let tellsLocalTimes: Bool
  /// The problems outside the store, for the doctor.
  var configurationFindings: [Finding] = []
  /// Whether the call has to be confirmed before it can be done.
  private(set) var needsConfirmation = false
  /// Whether a moment of the call has no date.
  var hasUndatedMoment = false
  /// The instants of the call's moments by parameter, as far as they were resolved.
  var moments: JSONObject = [:]
  /// Sentences about choices that were made on the way, for the answer's dialog.
  var notes: [String] = []

  /// The call's one reading of the clock.
  var now: Date { tracker.now }

  /// The zone of a call that names none.
  var timeZone: TimeZone { days.timeZone }

  /// The day of the call in the zone of a call that names none.
  var today: TimeRange { days.today(at: now) }

  /// The clock by which the answer tells the times of records.
  var times: AnswerTimes { AnswerTimes(now: now, timeZone: tellsLocalTimes ? timeZone : nil) }

  var words: TimeWords {
    TimeWords(now: now, days: days, unsaved: isRehearsal ? tracker.newRecords : [])
  }

  /// The verb that a sentence about the call begins with: `Started`, or `Would start` in a dry run.
  func verb(_ verb: String, past: String) -> String {
    isRehearsal ? "Would \(verb)" : past
  }

  /// Notes the record that the call is about, which `last` means from then on.
  ///
  /// A call of a hook notes none.
  ///
  /// - Parameter records: what the call made of the record; the one that started last counts.
  mutating func touch(_ records: [TaggedRecord]) {
    let record = records.map(\.record).max(by: TimeRecord.isBefore)
    if let record, !isOfHook { tracker.touch(record.id) }
  }

  /// The timers that ran while nobody was there.
  func forgottenTimers() throws(TrackingError) -> [ForgottenTimer] {
    guard let wakefulness else { return [] }
    return try tracker.forgottenTimers(wakefulness, by: days)
  }

  /// Makes sure that a call that removes or overwrites more than one record is meant; a rehearsal
  /// goes on and notes it.
  ///
  /// - Parameter deed: what it would do, to be followed by the count.
  mutating func confirm(
    _ values: IntentValues,
    _ deed: String,
    records count: Int
  ) throws(IntentError) {
    if count < 2 { return }
    try confirm(
      values,
      "This would \(deed) \(count) records",
      data: ["records": .number(JSONNumber(count))]
    )
  }

  /// Makes sure that a call is meant; a rehearsal goes on and notes it.
  ///
  /// - Parameter sentence: what is unusual about it, without a full stop.
  mutating func confirm(
    _ values: IntentValues,
    _ sentence: String,
    data: JSONObject = [:]
  ) throws(IntentError) {
    if values.flag("confirm") { return }
    if isRehearsal {
      needsConfirmation = true
      return
    }
    let words = hasFlags ? "'confirm': true (or --yes)" : "'confirm': true"
    throw .needsValue(
      parameter: "confirm",
      schema: ["type": "boolean", "title": "Have it done"],
      OutcomeError(
        .failure,
        code: "confirmationNeeded",
        message: "\(sentence); give \(words) to have it done.",
        data: data
      )
    )
  }

  /// Whether the caller can give a confirmation as a flag.
  private var hasFlags: Bool { [.commandLine, .file, .key].contains(door) }

  /// The answer with the confirmation that a dry run found missing.
  func notingConfirmation(_ answer: Answer) -> Answer {
    if !needsConfirmation { return answer }
    var answer = answer
    let confirmation = hasFlags ? "--yes" : "'confirm': true"
    let sentence = answer.dialog.hasSuffix(".") ? answer.dialog.dropLast() : answer.dialog[...]
    answer.dialog = "\(sentence) (needs \(confirmation))."
    return answer
  }
}
