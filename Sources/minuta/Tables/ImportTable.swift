import Foundation
import IntentKit
import MinutaCore
import MinutaExport
import MinutaIntents

/// Shows the first records of an import, the totals by tag, and the parts that are left out or changed.
struct ImportTable: ResultTable {
  let intent = "Import"
  let cellLimit = 120

  /// The maximum number of parts that are listed as left out, and of times.
  private static let noteLimit = 10

  func table(of result: ImportIntent.Result) -> Table { notes(result) }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let value = try typed(result)
    // After an import, the records can be listed; before it, this is the only place to see them.
    let tables = result.plan == nil ? [] : [columns(value), first(value), totals(value)]
    return tables.flatMap { table in
      var table = table
      table.cellLimit = cellLimit
      return table.lines(console)
    } + notes(value).lines(console)
  }

  /// Returns a row for each column of a CSV file, with the field that it sets.
  ///
  /// The other formats have fixed columns.
  private func columns(_ result: ImportIntent.Result) -> Table {
    let columns = result.format == "csv" ? result.columns : []
    return Table(
      rows: columns.map { [Table.Cell(text: $0.field), Table.Cell(text: "= \($0.column)")] }
    )
  }

  private func first(_ result: ImportIntent.Result) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(named: result.timeZone) ?? .gmt)
    var rows = result.first.map { record in
      let start = Timestamp.date(record.startTime).map(clock.time)
      let end = Timestamp.date(record.endTime).map(clock.time)
      return [
        Table.Cell(text: start?.dateText ?? ""),
        Table.Cell(text: start?.clockText ?? ""),
        Table.Cell(text: end?.clockText ?? ""),
        Table.Cell(text: DurationFormat.text(seconds: record.durationSeconds), isNumber: true),
        Table.Cell(text: record.tag ?? "untagged"),
        Table.Cell(text: record.comment ?? ""),
      ]
    }
    let rest = result.added + result.updated - result.first.count
    if rest > 0 { rows.append([Table.Cell(text: "and \(rest) more")]) }
    return Table(rows: rows)
  }

  private func totals(_ result: ImportIntent.Result) -> Table {
    Table(
      rows: result.tags.map { tag in
        [
          Table.Cell(text: tag.tag ?? "untagged"),
          Table.Cell(text: "\(tag.records)", isNumber: true),
          Table.Cell(text: DurationFormat.text(seconds: tag.totalSeconds), isNumber: true),
        ]
      }
    )
  }

  /// Returns a row for each part that is left out, one for columns, and one for each time or duration
  /// that the user should check.
  private func notes(_ result: ImportIntent.Result) -> Table {
    var lines = noteLines(result.skipped, of: result.skippedCount, "skipped ", rest: "skipped")
    if !result.ignoredColumns.isEmpty {
      lines.append("columns not imported: \(result.ignoredColumns.joined(separator: ", "))")
    }
    lines += noteLines(
      result.clockChanges,
      of: result.clockChangeCount,
      rest: "times affected by a clock change"
    )
    lines += noteLines(
      result.ignoredDurations,
      of: result.ignoredDurationCount,
      rest: "durations ignored"
    )
    var table = Table(rows: lines.map { [Table.Cell(text: $0)] })
    // A path may be long, and the reason after it must stay.
    table.cellLimit = 1000
    return table
  }

  /// Returns a line for each of the first parts, and one for the rest of `count` parts.
  private func noteLines(
    _ parts: [SkippedPartResult],
    of count: Int,
    _ mark: String = "",
    rest: String
  ) -> [String] {
    let shown = parts.prefix(Self.noteLimit)
    return shown.map { "\(mark)\($0.file), line \($0.line): \($0.reason)" }
      + (count > shown.count ? ["and \(count - shown.count) more \(rest)"] : [])
  }
}
