import Foundation
import MinutaCore
import MinutaIntents

struct ListGapsTable: ResultTable {
  let intent = "ListGaps"

  func table(of result: ListGapsIntent.Result) -> Table {
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
    let times = zip(days, result.gaps.map(\.durationSeconds))
    if !result.range.isOneDay {
      table.addDateHeadings(days, Dictionary(times, uniquingKeysWith: +))
    }
    return table
  }
}
