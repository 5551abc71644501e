import Foundation
import IntentKit
import MinutaCore

struct StopTimerIntent: BuiltInIntent {
  static let definition = PackageResources.StopTimer_json
  static let recordsUptime = true

  struct Parameters: Codable {
    let tag: TagReference?
    let record: RecordReference?
    let comment: String?
    let labels: [LabelArgument]?
    let at: Moment?
  }

  struct Result: Codable {
    let records: [RecordResult]
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try TimerSelection(parameters.tag, parameters.record)
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let selection = try TimerSelection(parameters.tag, parameters.record)
    let stopped = try context.tracker.stopTimers(
      selection,
      at: context.date(of: parameters.at, "at", on: try context.dayOfEnd(for: selection))
    )
    let timers = try describe(stopped.timers, in: &context)
    if timers.count == 1 { context.updateLastRecord(timers) }
    return IntentOutput(
      Result(records: context.results(of: timers)),
      dialog: dialog(timers, stopped.wereRunning, selection, context)
    )
  }

  /// Adds the text, on a line of its own before the labels, and further labels to the comment of the
  /// only timer that was stopped.
  private func describe(
    _ timers: [TaggedRecord],
    in context: inout IntentContext
  ) throws(TrackingError) -> [TaggedRecord] {
    let (text, labels) = (parameters.comment?.nonBlank, parameters.labels.labels)
    guard text != nil || !labels.isEmpty, let timer = timers.first else { return timers }
    if timers.count > 1 { throw .recordAmbiguous("running", candidates: timers) }
    var edit = RecordEdit()
    if let text {
      let known = CommentParts(timer.record.comment)
      let whole = [known.text, text].compactMap(\.self).joined(separator: "\n")
      edit.comment = .set(CommentParts(text: whole, labels: known.labels).comment ?? whole)
    }
    edit.addedLabels = labels
    return [try context.tracker.updateRecord(timer.record.id, edit).record]
  }

  private func dialog(
    _ timers: [TaggedRecord],
    _ wereRunning: Bool,
    _ selection: TimerSelection,
    _ context: IntentContext
  ) -> String {
    if timers.isEmpty { return selection.noTimerMessage }
    if !wereRunning, let timer = timers.first {
      let end = context.formatter.moment(timer.record.end(at: context.now))
      return "\(timer.name) was already stopped, at \(end)\(context.formatter.id(timer))."
    }
    return context.stoppedSentence(timers)
  }
}

extension TimerSelection {
  /// Creates the selection of the timers that a tag or a record selects, or of all without either.
  init(_ tag: TagReference?, _ record: RecordReference?) throws(Failure) {
    switch (tag, record) {
    case (nil, nil): self = .all
    case (let tag?, nil): self = .tag(tag)
    case (nil, let record?): self = .record(record.id)
    case (_?, _?): throw .invalidValue(ValidationError("record", .conflict(with: "tag")))
    }
  }

  /// The message for a selection that includes no running timer.
  var noTimerMessage: String {
    self == .all ? "No timer is running." : "No timer with this tag is running."
  }
}

extension IntentContext {
  func stoppedSentence(_ timers: [TaggedRecord]) -> String {
    let parts = timers.map { timer in
      let (start, end) = (timer.record.startTime, timer.record.end(at: now))
      let isOfToday = formatter.isToday(start) && formatter.isToday(end)
      let when = isOfToday ? "" : ", \(formatter.interval(start, end))"
      let duration = formatter.duration(timer.record.seconds(at: now))
      return "\(timer.name) after \(duration)\(when)\(formatter.id(timer))"
        + formatter.comment(timer)
    }
    // Put a comma before "and" too: a timer's text may contain commas, so "and" alone would be
    // unclear.
    let list =
      parts.count > 1
      ? "\(parts.dropLast().joined(separator: ", ")), and \(parts[parts.count - 1])"
      : parts.first ?? ""
    return "\(verb("stop", past: "Stopped")) \(list)."
  }

  /// Returns the sentence, preceded by the names of the stopped timers.
  func stoppedSentence(_ timers: [TaggedRecord], before sentence: String) -> String {
    if timers.isEmpty { return sentence }
    let rest = "\(sentence.prefix(1).lowercased())\(sentence.dropFirst())"
    return "\(stoppedSentence(timers).dropLast()); \(rest)"
  }
}

extension [String] {
  /// The texts joined with commas and `and`.
  var joinedAsList: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
