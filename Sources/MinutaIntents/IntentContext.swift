import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport

/// The state and settings that a running intent uses: tracker, calendar, rules and the call's
/// source.
struct IntentContext {
  /// The time tracking services, on the state that the call reads and changes.
  var tracker: TimeTracker
  /// The calendar in the default time zone.
  let days: LocalCalendar
  /// The user's settings about time.
  let rules: TimeRules
  /// The source of uptime data; nil if the system has none.
  let uptimeSource: (any UptimeSource)?
  /// Whether the call is a dry run.
  let isDryRun: Bool
  /// The source of the call, such as the command line.
  let source: CallSource
  /// The id of the batch run that the call belongs to; nil outside a batch.
  let batchRunID: String?
  /// The destination of exports.
  let exportOutput: ExportOutput
  /// The programs and files that reports use.
  let reportService: any ReportService
  /// Asks the user on the desktop about the unresolved time, without waiting for the answer.
  let askAboutAbsence: @Sendable () -> Void
  /// Counts the hooks whose last run failed.
  var failedHooks: @Sendable () -> Int = { 0 }
  /// Whether a hook triggered the call.
  var isTriggeredByHook = false
  /// Whether records in the result have local times.
  let includesLocalTimes: Bool
  /// The problems in the user's configuration, which `Doctor` reports.
  var configurationDiagnosis = ConfigurationDiagnosis()
  /// Whether the call confirms that it may change more than one record.
  let isConfirmed: Bool
  /// Whether a dry run found that the call will need a confirmation.
  private(set) var needsConfirmation = false
  /// The file that another program made for the call before the transaction; nil for other calls.
  var preparedFile: PreparedFile?
  /// Whether a sheet whose records have changed is made again after the transaction.
  var preparesSheetsAgain = false
  /// The timer whose start the user has just chosen; nil if the call chooses none.
  var reviewedTimer: TimeRecord?
  /// Whether an argument is a time without a date, so that its day was inferred.
  var hasUndatedMoment = false
  /// The instants of the call's time arguments, by parameter name.
  var moments: JSONObject = [:]
  /// Notes about the interpretation of ambiguous arguments, to append to the result's sentence.
  var notes: [String] = []

  /// The time of the call; the clock is read only once.
  var now: Date { tracker.now }

  /// The default time zone.
  var timeZone: TimeZone { days.timeZone }

  /// The day of the call in the default time zone.
  var today: TimeRange { days.today(at: now) }

  /// The options for records in the result.
  var resultOptions: RecordResultOptions {
    RecordResultOptions(now: now, timeZone: includesLocalTimes ? timeZone : nil)
  }

  var formatter: SentenceFormatter {
    SentenceFormatter(
      now: now,
      days: days,
      rules: rules,
      unsavedIDs: isDryRun ? tracker.newRecords : []
    )
  }

  /// Returns a record for the result.
  func result(of record: TaggedRecord) -> RecordResult { RecordResult(record, resultOptions) }

  /// Returns records for the result.
  func results(of records: [TaggedRecord]) -> [RecordResult] {
    let options = resultOptions
    return records.map { RecordResult($0, options) }
  }

  /// Returns the beginning of a sentence, such as `Started`, or `Would start` in a dry run.
  func verb(_ verb: String, past: String) -> String {
    isDryRun ? "Would \(verb)" : past
  }

  /// Returns the remark on a tag that a call names and that didn't exist before, with a space before it:
  /// ` (new tag)`; empty for any other.
  ///
  /// At the command line, it names the existing tag that is probably meant.
  func remark(onTag given: TagReference?) throws(TrackingError) -> String {
    guard case .name(let name) = given else { return "" }
    let near = source == .commandLine ? try tag(similarTo: name) : nil
    return " (new tag\(near.map { "; did you mean \($0.quoted)?" } ?? ""))"
  }

  /// Returns the tag that is most similar to a name, or whose last level has the name.
  private func tag(similarTo name: String) throws(TrackingError) -> String? {
    let others = try tracker.tags(includingArchived: true).map(\.name)
      .filter { TagName.folded($0) != TagName.folded(name) }
    let end = "/\(TagName.folded(name))"
    return TypoSuggester.closest(to: name, in: others)
      ?? others.first { TagName.folded($0).hasSuffix(end) }
  }

  /// Sets the record that the word `last` selects in later calls.
  ///
  /// A call from a hook doesn't change what `last` selects.
  ///
  /// - Parameter records: the call's records; the one with the latest start is chosen.
  mutating func updateLastRecord(_ records: [TaggedRecord]) {
    let record = records.map(\.record).max(by: TimeRecord.isBefore)
    if let record, !isTriggeredByHook { tracker.touch(record.id) }
  }

  /// Returns the time in which timers kept running while the user was away.
  ///
  /// - Parameter source: the uptime source in place of that of the call.
  func unresolvedTime(
    _ source: (any UptimeSource)? = nil
  ) throws(TrackingError) -> UnresolvedTime {
    guard let source = source ?? uptimeSource else { return UnresolvedTime() }
    return try tracker.unresolvedTime(
      source,
      by: days,
      minimumAway: rules.minimumAwaySeconds
    )
  }

  /// Throws if the call changes more than one record and isn't confirmed.
  ///
  /// A dry run doesn't throw; it only notes that the call will need a confirmation.
  ///
  /// - Parameters:
  ///   - action: the verb for the message, such as `delete`.
  ///   - effect: what follows the number of records in the message.
  ///   - list: the records as lines of text, of which the terminal shows each.
  mutating func confirm(
    _ action: String,
    records count: Int,
    _ effect: String = "",
    list: @autoclosure () -> [String] = []
  ) throws(Failure) {
    if count < 2 { return }
    var data: JSONObject = ["records": .number(JSONNumber(count))]
    let list = list().map { JSONValue.string($0) }
    if !list.isEmpty { data["list"] = .array(list) }
    try confirm("This would \(action) \(count) records\(effect)", data: data)
  }

  /// Throws if the call changes more than one record and isn't confirmed, and lists the records.
  ///
  /// - Parameter records: the records as they were before the call, or those that it adds.
  mutating func confirm(
    _ action: String,
    _ records: [TaggedRecord],
    _ effect: String = ""
  ) throws(Failure) {
    let formatter = SentenceFormatter(
      now: now,
      days: days,
      rules: rules,
      unsavedIDs: tracker.newRecords
    )
    try confirm(action, records: records.count, effect, list: formatter.lines(of: records))
  }

  /// Throws if the call isn't confirmed.
  ///
  /// A dry run doesn't throw; it only notes that the call will need a confirmation.
  ///
  /// - Parameters:
  ///   - reason: a sentence without a full stop.
  ///   - data: details, of which the terminal shows the lines of `list`.
  mutating func confirm(_ reason: Notice, data: JSONObject = [:]) throws(Failure) {
    if isConfirmed { return }
    if isDryRun {
      needsConfirmation = true
      return
    }
    throw .confirmationNeeded(reason, source: source, data: data)
  }

  /// Whether the caller can confirm with `--yes`.
  private var acceptsFlags: Bool { [.commandLine, .file, .key].contains(source) }

  /// Returns the result with a note if the call will need a confirmation.
  func addingConfirmationNote(to result: IntentResult) -> IntentResult {
    if !needsConfirmation { return result }
    var result = result
    let confirmation = acceptsFlags ? "--yes" : "'confirm': true"
    let end = result.notice.sentence.hasSuffix(".") ? "" : "."
    result.notice.sentence += "\(end) To make this change, confirm it with \(confirmation)."
    return result
  }
}
