import Foundation
import IntentKit
import MinutaCore
import MinutaExport
import MinutaIntents

/// Shows the first records of an import, the totals by tag, and the parts that are left out or changed.
struct ImportTable: ResultTable {
  let intent = "Import"
  let cellLimit = 120

  /// The maximum number of characters shown of a tag or comment at a terminal.
  private static let textLimit = 300
  /// The maximum number of parts that are listed as left out, and of times.
  private static let noteLimit = 10

  func table(of result: ImportIntent.Result) -> Table { Table() }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let value = try typed(result)
    let notes = notes(value, console).flatMap { console.fitted("  \($0.escapedForTerminal)") }
    if result.plan == nil { return notes }
    // After an import, the records can be listed; before it, this is the only place to see them.
    return columns(value).lines(console) + first(value, console) + totals(value).lines(console)
      + notes
  }

  /// Returns a row for each column of a CSV file, with the field that it sets.
  ///
  /// The other formats have fixed columns.
  private func columns(_ result: ImportIntent.Result) -> Table {
    let columns = result.format == "csv" ? result.columns : []
    var table = Table(
      rows: columns.map {
        [Table.Cell(text: $0.field), Table.Cell(text: "= \($0.column)", leastWidth: 8)]
      }
    )
    table.cellLimit = cellLimit
    return table
  }

  /// Returns the lines of the first records, with whole tags and comments at a terminal.
  private func first(_ result: ImportIntent.Result, _ console: Console) -> [String] {
    let rest = result.added + result.updated - result.first.count
    let more = rest > 0 ? ["  and \(rest) more"] : []
    var times = times(result)
    guard let columns = console.columns else {
      for (index, record) in result.first.enumerated() {
        times.rows[index] += [tag(of: record), record.comment ?? ""].map { Table.Cell(text: $0) }
      }
      times.cellLimit = cellLimit
      return times.lines(console) + more
    }
    let rows = zip(times.lines(console), result.first).map { line, record in
      [line.trimmingCharacters(in: .whitespaces)]
        + [tag(of: record), record.comment ?? ""].map {
          $0.escapedForTerminal.shortened(to: Self.textLimit, mark: console.style.ellipsis)
        }
    }
    return TextWrapper(width: columns).columns(rows, indent: "  ") + more
  }

  private func tag(of record: ImportedRecordResult) -> String { record.tag ?? "untagged" }

  /// Returns a row for each of the first records, with its date, start, end and duration.
  private func times(_ result: ImportIntent.Result) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(named: result.timeZone) ?? .gmt)
    let rows = result.first.map { record in
      let start = Timestamp.date(record.startTime).map(clock.time)
      let end = Timestamp.date(record.endTime).map(clock.time)
      return [
        Table.Cell(text: start?.dateText ?? ""),
        start.map { Table.Cell(time: $0) } ?? Table.Cell(text: ""),
        end.map { end in
          Table.Cell(time: end, daysLater: end.daysSince1970 - (start ?? end).daysSince1970)
        } ?? Table.Cell(text: ""),
        Table.Cell(text: DurationFormat.text(seconds: record.durationSeconds), isNumber: true),
      ]
    }
    return Table(rows: rows)
  }

  private func totals(_ result: ImportIntent.Result) -> Table {
    var table = Table(
      rows: result.tags.map { tag in
        [
          Table.Cell(text: tag.tag ?? "untagged", leastWidth: 8),
          Table.Cell(text: "\(tag.records)", isNumber: true),
          Table.Cell(text: DurationFormat.text(seconds: tag.totalSeconds), isNumber: true),
        ]
      }
    )
    table.cellLimit = cellLimit
    return table
  }

  /// Returns a line for each part that is left out, one for columns, and one for each time or
  /// duration that the user should check.
  private func notes(_ result: ImportIntent.Result, _ console: Console) -> [String] {
    var lines = result.updates.prefix(Self.noteLimit)
      .map { line($0).markingLineBreaks(console.style.lineBreak) }
    let rest = result.updated - lines.count
    if rest > 0 { lines.append("and \(rest) more updated") }
    lines += noteLines(result.skipped, of: result.skippedCount, "skipped ", rest: "skipped")
    lines += noteLines(result.breaks, of: result.breakCount, rest: "breaks")
    if !result.ignoredColumns.isEmpty {
      lines.append("columns not imported: \(result.ignoredColumns.joined(separator: ", "))")
    }
    lines += noteLines(
      result.clockChanges,
      of: result.clockChangeCount,
      rest: "times or lengths affected by a clock change"
    )
    lines += noteLines(
      result.ignoredDurations,
      of: result.ignoredDurationCount,
      rest: "durations ignored"
    )
    return lines
  }

  /// Returns a line with the old and new values of an updated record.
  private func line(_ update: ImportUpdateResult) -> String {
    let changes = update.changes.map { change in
      let values = [change.before, change.after].map { $0?.quoted ?? "none" }
      return "\(change.field) \(values[0]) is now \(values[1])"
    }
    let text = changes.isEmpty ? "time zone" : changes.joined(separator: ", ")
    return "updated \(update.id.prefix(8)): \(text)"
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
