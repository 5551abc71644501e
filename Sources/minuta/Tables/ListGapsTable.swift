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

  /// Returns the table, in which the times of gaps add up to those of days, and these to the total.
  private func table(of result: ListGapsIntent.Result, _ style: DurationFormat.Style) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(identifier: result.range.timeZone) ?? .gmt)
    let days = result.gaps.map { TimeRules.days($0.date)?.lowerBound ?? 0 }
    let gapsByDay = Dictionary(grouping: result.gaps.indices) { days[$0] }.sorted {
      $0.key < $1.key
    }
    let dayTimes = DurationFormat.parts(
      gapsByDay.map { $0.value.reduce(0) { $0 + result.gaps[$1].durationSeconds } },
      of: DurationFormat.printed(result.totalSeconds, as: style),
      as: style
    )
    var times = result.gaps.map(\.durationSeconds)
    for (time, gaps) in zip(dayTimes, gapsByDay.map(\.value)) {
      let printed = DurationFormat.printed(time, as: style)
      let parts = DurationFormat.parts(gaps.map { times[$0] }, of: printed, as: style)
      for (gap, part) in zip(gaps, parts) { times[gap] = part }
    }
    var table = Table(
      rows: zip(result.gaps, times).map { gap, time in
        [
          Table.Cell(time: clock.minute(of: gap.startTime)),
          Table.Cell(time: clock.minute(of: gap.endTime)),
          Table.Cell(seconds: time),
        ]
      }
    )
    if !result.range.isOneDay {
      table.addDateHeadings(
        days,
        Dictionary(uniqueKeysWithValues: zip(gapsByDay.map(\.key), dayTimes))
      )
    }
    return table
  }
}
