import Foundation
import MinutaCore
import SystemCalls

/// Writes records as the rows of a CSV file for another program.
struct ProfileWriter: ExportWriter {
  let profile: ExportProfile
  let options: ExportOptions
  private(set) var omissions = Omissions()

  func begin(_ output: inout [UInt8]) {
    CSVRenderer().appendHead(profile.columns.map(\.column), to: &output)
  }

  mutating func add(_ exported: ExportedRecord, to output: inout [UInt8]) {
    let record = exported.record
    if record.isRunning { return omissions.count(.running) }
    let start = options.time(at: record.startTime)
    // The end follows from the length, which may be rounded.
    let end = options.time(at: record.startTime.addingTimeInterval(Double(exported.seconds)))
    let parts = CommentParts(record.comment)
    var filter = ControlCharacterFilter(keepsCarriageReturns: true)
    let path = exported.path.map { filter.text($0) }.filter { !$0.isEmpty }
    let comment = filter.text(parts.text ?? "")
    let names = CommentParts(text: nil, labels: TagSpelling(of: exported, parts).labels).tags
    let tags = names.map { filter.text($0).escaping { $0 == "," ? " " : nil } }
    let user = options.user ?? .invented
    let texts = profile.columns.map { column in
      switch column.value {
      case .user: user.name
      case .email: user.email
      case .client: path.count > 1 ? path[0] : ""
      case .project: path.prefix(2).last ?? ""
      case .task: path.dropFirst(2).joined(separator: "/")
      case .comment: comment
      case .tags: tags.joined(separator: column.separator ?? ",")
      case .billable: column.texts?[exported.labels.contains(.billable) ? 1 : 0] ?? ""
      case .date: start.dateText
      case .startTime: start.secondText
      case .endDate: end.dateText
      case .endTime: end.secondText
      case .seconds: String(exported.seconds)
      case .duration: DurationText.clock(exported.seconds)
      case .day, .dayStart, .dayEnd, .breaks, .worked, .target, .balance: ""
      }
    }
    let cells = zip(texts, profile.columns).map { $0.isEmpty ? $1.none ?? "" : $0 }
    CSVRenderer().append(cells, profile.columns.map(\.column), to: &output)
    omissions.countImages(of: exported)
    omissions.countTimeZone(of: exported, options)
    if options.user == nil { omissions.count(.user) }
    if filter.hasRemoved || tags != names { omissions.count(.characters) }
    // The other program shows the apostrophe before a formula.
    let formulas = (path + [comment] + tags.prefix(1)).filter(FormulaText.isFormula)
    if !formulas.isEmpty { omissions.count(.formulas) }
    if cells != texts { omissions.count(.emptyNames) }
    // A row with one date has an end before the start for one on the next day.
    let isLong = end.utcSeconds - start.utcSeconds >= 86_400
    if isLong, !profile.has(.endDate) { omissions.count(.longRecords) }
  }
}
