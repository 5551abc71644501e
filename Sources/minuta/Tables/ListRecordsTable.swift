import Foundation
import IntentKit
import MinutaCore
import MinutaIntents

struct ListRecordsTable: ResultTable {
  let intent = "ListRecords"

  func table(of result: ListRecordsIntent.Result) -> Table {
    table(of: result.records, timeZone: result.range.timeZone)
  }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let list = try typed(result)
    var table = table(
      of: list.records,
      timeZone: list.range.timeZone,
      weekStart: console.display.weekStart,
      isNarrow: (console.columns ?? 80) < 80
    )
    // The sentence above has the date of a single day, unless a record began on the day before.
    if list.range.isOneDay, list.records.allSatisfy({ $0.startTime >= list.range.from ?? "" }) {
      table.headings = [:]
    }
    table.cellLimit = console.columns == nil ? cellLimit : .max
    return table.lines(console)
  }

  /// Returns the table of records, with times in a time zone.
  ///
  /// The dates stand above the records of each day, with the day's time, and so do weeks if there
  /// are several.
  func table(
    of records: [RecordResult],
    timeZone: String,
    weekStart: Weekday = .monday,
    isNarrow: Bool = false
  ) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(identifier: timeZone) ?? .gmt)
    var table = Table(rows: records.map { row($0, clock, isNarrow: isNarrow) })
    let days = records.map { record in
      (day: clock.minute(of: record.startTime).daysSince1970, seconds: record.durationSeconds)
    }
    table.addDateHeadings(days, weekStart: weekStart)
    return table
  }

  private func row(
    _ record: RecordResult,
    _ clock: LocalTimeConverter,
    isNarrow: Bool
  ) -> [Table.Cell] {
    let start = clock.minute(of: record.startTime)
    let store = record.store.map { [Table.Cell(text: $0, leastWidth: 8)] } ?? []
    return [
      Table.Cell(time: start),
      end(of: record, start, clock, isNarrow: isNarrow),
      Table.Cell(seconds: record.durationSeconds),
    ] + store + [
      Table.Cell(
        text: record.tag.map { $0.name ?? $0.id } ?? "untagged",
        color: record.tag?.color,
        leastWidth: 8
      ),
      Table.Cell(text: String(record.id.prefix(8))),
      Table.Cell(text: record.comment ?? "", leastWidth: 0),
    ]
  }

  /// Returns the cell of a record's end, with its date if it isn't that of the start.
  ///
  /// A narrow table has the number of days between the two instead.
  private func end(
    of record: RecordResult,
    _ start: CivilTime,
    _ clock: LocalTimeConverter,
    isNarrow: Bool
  ) -> Table.Cell {
    guard let end = record.endTime.map(clock.minute) else { return Table.Cell(text: "running") }
    if end.dateText == start.dateText { return Table.Cell(time: end) }
    if isNarrow {
      let days = end.daysSince1970 - start.daysSince1970
      return Table.Cell(text: "+\(days) \(end.clockText)", isNumber: true)
    }
    return Table.Cell(text: "\(end.dateText) \(end.clockText)", isNumber: true)
  }
}

extension RangeResult {
  /// Whether the range is a single day, so that the sentence above a table has its date and time.
  var isOneDay: Bool {
    guard let from = from.flatMap(Timestamp.date), let to = to.flatMap(Timestamp.date) else {
      return false
    }
    return to.timeIntervalSince(from) < 36 * 3600
  }
}

extension LocalTimeConverter {
  /// Returns the local time of a timestamp without seconds.
  func minute(of text: String) -> CivilTime {
    var time = Timestamp.date(text).map(time) ?? CivilTime(day: 0)
    time.second = 0
    return time
  }
}

extension Table {
  /// Adds a heading with the date and the time above the first row of each day, and one with the
  /// time of each week if there are several.
  ///
  /// - Parameter rows: the day and the seconds of each row, in order.
  mutating func addDateHeadings(
    _ rows: [(day: Int, seconds: Int)],
    weekStart: Weekday = .monday
  ) {
    let calendar = LocalCalendar(timeZone: .gmt, weekStart: weekStart)
    let weeks = rows.map { calendar.days(of: .week, containing: $0.day).lowerBound }
    let weekTotals = Dictionary(zip(weeks, rows.map(\.seconds)), uniquingKeysWith: +)
    let dayTotals = Dictionary(rows.map { ($0.day, $0.seconds) }, uniquingKeysWith: +)
    for (index, row) in rows.enumerated() where index == 0 || rows[index - 1].day != row.day {
      var lines: [[Cell]] = []
      if weekTotals.count > 1, index == 0 || weeks[index - 1] != weeks[index] {
        let number = calendar.week(fromDay: weeks[index]).number
        let total = weekTotals[weeks[index]] ?? 0
        lines.append([Cell(text: "Week \(number)"), Cell(seconds: total)])
      }
      let weekday = Weekday(ofDay: row.day).name.prefix(3)
      let date = "\(weekday) \(CivilTime(day: row.day).dateText)"
      headings[index] = lines + [[Cell(text: date), Cell(seconds: dayTotals[row.day] ?? 0)]]
    }
  }
}
