import Foundation
import IntentKit
import JSONText
import MinutaCore

/// What an intent has at hand while it runs.
struct IntentContext {
  /// The rules, over the state that the call is judged by.
  var tracker: TimeTracker
  /// How days are reckoned, in the zone of a call that names none.
  let days: LocalCalendar
  /// What the user has settled about time.
  let rules: TimeRules
  /// What knows when the machine was awake; nil where nothing does.
  let uptimeSource: (any UptimeSource)?
  /// Whether nothing of it will last.
  let isDryRun: Bool
  /// The way the call came in.
  let source: CallSource
  /// The run of a batch that the call is part of; nil for any other.
  let batchRunID: String?
  /// Whether a hook brought the call about.
  var isTriggeredByHook = false
  /// Whether records in the answer have local times.
  let includesLocalTimes: Bool
  /// The problems outside the store, for the doctor.
  var configurationFindings: [StoreFinding] = []
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
  var recordJSONOptions: RecordJSONOptions {
    RecordJSONOptions(now: now, timeZone: includesLocalTimes ? timeZone : nil)
  }

  var formatter: SentenceFormatter {
    SentenceFormatter(now: now, days: days, unsavedIDs: isDryRun ? tracker.newRecords : [])
  }

  /// The verb that a sentence about the call begins with: `Started`, or `Would start` in a dry context.
  func verb(_ verb: String, past: String) -> String {
    isDryRun ? "Would \(verb)" : past
  }

  /// Notes the record that the call is about, which `last` means from then on.
  ///
  /// A call of a hook notes none.
  ///
  /// - Parameter records: what the call made of the record; the one that started last counts.
  mutating func updateLastRecord(_ records: [TaggedRecord]) {
    let record = records.map(\.record).max(by: TimeRecord.isBefore)
    if let record, !isTriggeredByHook { tracker.touch(record.id) }
  }

  /// The timers that ran while nobody was there.
  func forgottenTimers() throws(TrackingError) -> [ForgottenTimer] {
    guard let uptimeSource else { return [] }
    return try tracker.forgottenTimers(uptimeSource, by: days)
  }

  /// Makes sure that a call that removes or overwrites more than one record is meant; a rehearsal
  /// goes on and notes it.
  ///
  /// - Parameter action: what it would do, to be followed by the count.
  mutating func confirm(
    _ arguments: IntentArguments,
    _ action: String,
    records count: Int
  ) throws(IntentError) {
    if count < 2 { return }
    try confirm(
      arguments,
      "This would \(action) \(count) records",
      data: ["records": .number(JSONNumber(count))]
    )
  }

  /// Makes sure that a call is meant; a rehearsal goes on and notes it.
  ///
  /// - Parameter sentence: what is unusual about it, without a full stop.
  mutating func confirm(
    _ arguments: IntentArguments,
    _ sentence: String,
    data: JSONObject = [:]
  ) throws(IntentError) {
    if arguments.flag("confirm") { return }
    if isDryRun {
      needsConfirmation = true
      return
    }
    let confirmation = acceptsFlags ? "'confirm': true (or --yes)" : "'confirm': true"
    throw .needsValue(
      parameter: "confirm",
      schema: ["type": "boolean", "title": "Have it done"],
      OutcomeError(
        .failure,
        code: "confirmationNeeded",
        message: "\(sentence); give \(confirmation) to have it done.",
        data: data
      )
    )
  }

  /// Whether the caller can give a confirmation as a flag.
  private var acceptsFlags: Bool { [.commandLine, .file, .key].contains(source) }

  /// The answer with the confirmation that a dry run found missing.
  func addingConfirmationNote(to answer: IntentResult) -> IntentResult {
    if !needsConfirmation { return answer }
    var answer = answer
    let confirmation = acceptsFlags ? "--yes" : "'confirm': true"
    let sentence = answer.dialog.hasSuffix(".") ? answer.dialog.dropLast() : answer.dialog[...]
    answer.dialog = "\(sentence) (needs \(confirmation))."
    return answer
  }
}
