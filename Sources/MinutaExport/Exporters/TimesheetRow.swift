import Foundation
import MinutaCore
import SystemCalls

/// The parts of a record in a CSV file for another program.
struct TimesheetRow {
  let start: CivilTime
  /// The end that follows from the length, which may be rounded.
  let end: CivilTime
  /// The components of the tag's name; empty if the record has no tag.
  let path: [String]
  let text: String
  /// The tags, which have no commas.
  let tags: [String]
  let isBillable: Bool
  let user: ExportOptions.User

  /// Creates a row and counts the parts of a record that it doesn't have; nil for a running timer.
  init?(_ record: ExportedRecord, _ options: ExportOptions, _ omissions: inout Omissions) {
    if record.record.isRunning {
      omissions.count(.running)
      return nil
    }
    let comment = CommentParts(record.record.comment)
    start = options.time(at: record.record.startTime)
    let seconds = Double(record.seconds)
    end = options.time(at: record.record.startTime.addingTimeInterval(seconds))
    var filter = ControlCharacterFilter(keepsCarriageReturns: true)
    path = record.path.map { filter.text($0) }.filter { !$0.isEmpty }
    text = filter.text(comment.text ?? "")
    let labels = TagSpelling(of: record, comment).labels
    let names = CommentParts(text: nil, labels: labels).tags
    tags = names.map { filter.text($0).escaping { $0 == "," ? " " : nil } }
    isBillable = record.labels.contains(.billable)
    user = options.user ?? .invented
    omissions.countImages(of: record)
    omissions.countTimeZone(of: record, options)
    if options.user == nil { omissions.count(.user) }
    if filter.hasRemoved || tags != names { omissions.count(.characters) }
    // The other program shows the apostrophe before a formula.
    let texts = path + [text] + tags.prefix(1)
    if texts.contains(where: FormulaText.isFormula) { omissions.count(.formulas) }
  }
}
