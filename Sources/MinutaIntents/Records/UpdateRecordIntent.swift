import Foundation
import IntentKit
import JSONText
import MinutaCore

package struct UpdateRecordIntent: BuiltInIntent {
  static let definition = PackageResources.UpdateRecord_json
  static let mayCauseOverlaps = true
  static let namesOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let record: RecordReference
    let tag: TagReference?
    let untagged: Bool
    let comment: String?
    let addLabel: [LabelArgument]?
    let removeLabel: [LabelArgument]?
    let start: Moment?
    let end: Moment?
    let duration: DurationArgument?
    let day: DayArgument?
    let shift: ShiftArgument?
    let planned: Bool
    let confirm: Bool
  }

  package struct Result: Codable {
    package let record: RecordResult
    /// The changed fields; nil in a result that an older version stored.
    package let changes: [FieldChangeResult]?
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try edit()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let id = parameters.record.id
    var edit = try edit()
    if parameters.changesTime {
      try setTimes(&edit, of: try context.tracker.existingRecord(id), &context)
    }
    let updated = try context.tracker.updateRecord(id, edit)
    context.updateLastRecord([updated.record])
    context.reviewedTimer = updated.record.record
    try confirmOffset(from: updated.before.record, to: updated.record.record, &context)
    // As in `minuta log`, a night has at most twelve hours, unless the record was longer before.
    let isLong = updated.before.record.seconds(at: context.now) > 12 * 3600
    try context.confirmLongRecords(of: [updated.record], night: isLong ? 24 : 12)
    let remark = try context.remark(onTag: parameters.tag)
    let record = context.formatter.record(updated.record, remark: remark)
    return IntentOutput(
      Result(
        record: context.result(of: updated.record),
        changes: FieldChangeResult.changes(
          from: updated.before,
          to: updated.record,
          context.formatter
        )
      ),
      dialog: updated.isUnchanged
        ? "Nothing to change: \(record)."
        : "\(context.verb("update", past: "Updated")) \(record)."
    )
  }

  /// Requires confirmation if an end such as `-5m`, which counts from now, is later than before.
  ///
  /// It may have been meant to count from the end of the record.
  private func confirmOffset(
    from before: TimeRecord,
    to after: TimeRecord,
    _ context: inout IntentContext
  ) throws(Failure) {
    guard let end = parameters.end, end.form == .relative, end.text.hasPrefix("-"),
      let old = before.endTime, let new = after.endTime, new > old
    else { return }
    let times = [old, new].map { context.formatter.moment($0) }
    try context.confirm(
      "This would move the end from \(times[0]) to \(times[1]), as \(end.text.quoted) counts from now"
    )
  }

  /// Sets the new start and end.
  ///
  /// A new duration moves the end, unless the end is given.
  private func setTimes(
    _ edit: inout RecordEdit,
    of record: TimeRecord,
    _ context: inout IntentContext
  ) throws(TrackingError) {
    if let shift = parameters.shift {
      edit.start = record.startTime.addingTimeInterval(Double(shift.seconds))
      edit.end = record.endTime?.addingTimeInterval(Double(shift.seconds))
    } else if let day = parameters.day {
      (edit.start, edit.end) = times(of: record, on: day, context)
    } else {
      edit.start = context.date(of: parameters.start, "start", on: .of(record.startTime))
      let start = edit.start ?? record.startTime
      edit.end = context.date(of: parameters.end, "end", on: dayOfEnd(record, start, context))
      let length = parameters.duration.map { Double($0.seconds) }
      if let length, let end = edit.end {
        edit.start = end.addingTimeInterval(-length)
      } else if let length {
        edit.end = start.addingTimeInterval(length)
      }
    }
    let edges = [edit.start, edit.end].compactMap { $0 }
    guard edges.allSatisfy(Timestamp.range.contains) else { throw .timeOutOfRange }
  }

  /// Returns the times of a record on another day, at which clocks show the same.
  private func times(
    of record: TimeRecord,
    on day: DayArgument,
    _ context: IntentContext
  ) -> (start: Date, end: Date?) {
    let clock = LocalTimeConverter(timeZone: context.timeZone)
    let days = day.number - clock.time(at: record.startTime).daysSince1970
    func moved(_ date: Date) -> Date {
      let time = CivilTime(utcSeconds: clock.time(at: date).utcSeconds + days * 86_400)
      return clock.instant(of: time).date
    }
    return (moved(record.startTime), record.endTime.map(moved))
  }

  /// Returns the day for a new end without a date.
  ///
  /// If the start stays, it is the first such time after it or the one on the day of the present end,
  /// whichever is closer to that end.
  private func dayOfEnd(
    _ record: TimeRecord,
    _ start: Date,
    _ context: IntentContext
  ) -> DateTimeParser.DefaultDay {
    guard parameters.start == nil, let text = parameters.end?.text, let old = record.endTime else {
      return .endingAfter(start)
    }
    // With a duration, the start follows the end.
    if parameters.duration != nil { return .of(old) }
    let parser = DateTimeParser(now: context.now, days: context.days)
    let days: [DateTimeParser.DefaultDay] = [.endingAfter(start), .of(old)]
    let ends = days.compactMap { day in parser.instant(text, on: day).map { (day, $0.date) } }
    let possible = ends.filter { $1 > start && ($1 <= context.now || parameters.planned) }
    let closest = possible.min {
      abs($0.1.timeIntervalSince(old)) < abs($1.1.timeIntervalSince(old))
    }
    return closest?.0 ?? .endingAfter(start)
  }

  /// Throws if the call sets the times in two ways.
  private func checkTimes() throws(Failure) {
    let given = [
      ("start", parameters.start != nil), ("end", parameters.end != nil),
      ("duration", parameters.duration != nil),
    ].filter(\.1).map(\.0)
    if given.count > 2 {
      throw .invalidValue(ValidationError("duration", .conflict(with: "end")))
    }
    let moves = [("day", parameters.day != nil), ("shift", parameters.shift != nil)].filter(\.1)
    let others = given + moves.map(\.0)
    if let move = moves.last?.0, let other = others.first, other != move {
      throw .invalidValue(ValidationError(JSONPointer([move]), .conflict(with: other)))
    }
  }

  private func edit() throws(Failure) -> RecordEdit {
    try checkTimes()
    var edit = RecordEdit()
    switch (parameters.tag, parameters.untagged) {
    case (nil, false): break
    case (nil, true): edit.tag = .remove
    case (let tag?, false): edit.tag = .set(tag)
    case (_?, true): throw .invalidValue(ValidationError("untagged", .conflict(with: "tag")))
    }
    let hasComment = parameters.comment != nil
    if hasComment { edit.comment = parameters.comment?.nonBlank.map { .set($0) } ?? .remove }
    edit.addedLabels = parameters.addLabel.labels
    edit.removedLabels = parameters.removeLabel.labels
    edit.start = parameters.start?.date
    edit.end = parameters.end?.date
    edit.isPlanned = parameters.planned
    let hasText = hasComment || !edit.addedLabels.isEmpty || !edit.removedLabels.isEmpty
    if case .keep = edit.tag, !hasText, !parameters.changesTime {
      let names = ["tag", "untagged", "comment", "addLabel", "removeLabel"]
      let times = ["start", "end", "duration", "day", "shift"]
      throw .invalidValue(ValidationError(JSONPointer([]), .missingOneOf(names + times)))
    }
    return edit
  }
}

extension UpdateRecordIntent.Parameters {
  fileprivate var changesTime: Bool {
    start != nil || end != nil || duration != nil || day != nil || shift != nil
  }
}
