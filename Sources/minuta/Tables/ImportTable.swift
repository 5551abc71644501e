import Foundation
import IntentKit
import MinutaCore
import MinutaExport
import MinutaIntents

/// Shows the first records of an import, the totals by tag, and the parts that are left out.
struct ImportTable: ResultTable {
  let intent = "Import"
  let cellLimit = 120

  /// The maximum number of parts that are listed as left out.
  private static let skippedLimit = 10

  func table(of result: ImportIntent.Result) -> Table { skipped(result) }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let value = try typed(result)
    // After an import, the records can be listed; before it, this is the only place to see them.
    let tables = result.plan == nil ? [] : [columns(value), first(value), totals(value)]
    return (tables + [skipped(value)]).flatMap { table in
      var table = table
      table.cellLimit = cellLimit
      return table.lines(console)
    }
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
    let rest = result.records - result.first.count
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

  private func skipped(_ result: ImportIntent.Result) -> Table {
    let shown = result.skipped.prefix(Self.skippedLimit)
    var rows = shown.map { part in
      [Table.Cell(text: "skipped \(part.file), line \(part.line): \(part.reason)")]
    }
    let rest = result.skippedCount - shown.count
    if rest > 0 { rows.append([Table.Cell(text: "and \(rest) more skipped")]) }
    return Table(rows: rows)
  }
}
