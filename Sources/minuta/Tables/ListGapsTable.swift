import Foundation
import IntentKit
import MinutaCore
import MinutaIntents

struct ListGapsTable: ResultTable {
  let intent = "ListGaps"

  func table(of result: ListGapsIntent.Result) -> Table { table(of: result, .units) }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    table(of: try typed(result), console.display.durations).lines(console)
  }

  /// Returns the table, in which the time of a day is the sum of its gaps as they are printed.
  private func table(of result: ListGapsIntent.Result, _ style: DurationFormat.Style) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(identifier: result.range.timeZone) ?? .gmt)
    var table = Table(
      rows: result.gaps.map { gap in
        [
          Table.Cell(time: clock.minute(of: gap.startTime)),
          Table.Cell(time: clock.minute(of: gap.endTime)),
          Table.Cell(seconds: gap.durationSeconds),
        ]
      }
    )
    let days = result.gaps.map { TimeRules.days($0.date)?.lowerBound ?? 0 }
    let times = zip(days, result.gaps.map { DurationFormat.printed($0.durationSeconds, as: style) })
    if !result.range.isOneDay {
      table.addDateHeadings(days, Dictionary(times, uniquingKeysWith: +))
    }
    return table
  }
}
