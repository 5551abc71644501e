import Foundation
import IntentKit
import MinutaCore
import MinutaIntents

struct ListRecordsTable: ResultTable {
  let intent = "ListRecords"
  /// Whether the time of a record without an end counts; that of a deleted timer would grow forever.
  var measuresTimers = true

  func table(of result: ListRecordsIntent.Result) -> Table {
    table(of: result.records, timeZone: result.range.timeZone)
  }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let list = try typed(result)
    if console.display.showsFields, let record = list.records.first {
      let zone = list.range.timeZone
      return fields(of: record, timeZone: zone, console.display).lines(console)
    }
    var table = table(
      of: list.records,
      timeZone: list.range.timeZone,
      in: list.range,
      console.display
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
  /// The dates stand above the records that begin on each day, with the time within that day and the
  /// range, as a summary has it. So do weeks if there are several.
  func table(
    of records: [RecordResult],
    timeZone: String,
    in range: RangeResult? = nil,
    _ display: DisplayOptions = DisplayOptions()
  ) -> Table {
    let zone = TimeZone(identifier: timeZone) ?? .gmt
    let clock = LocalTimeConverter(timeZone: zone)
    var table = Table(rows: records.map { row($0, clock) })
    let calendar = LocalCalendar(
      timeZone: zone,
      dayStart: display.dayStart,
      weekStart: display.weekStart
    )
    var times = DayTimes(calendar: calendar, range)
    let days = records.map { times.add($0, counts: measuresTimers || $0.endTime != nil) }
    table.addDateHeadings(days, times.seconds, weekStart: display.weekStart)
    return table
  }

  /// Returns the table of a record's fields, without those that it doesn't have.
  private func fields(
    of record: RecordResult,
    timeZone: String,
    _ display: DisplayOptions
  ) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(identifier: timeZone) ?? .gmt)
    func moment(_ text: String) -> String {
      let time = clock.minute(of: text)
      return "\(time.dateText) \(display.time(time))"
    }
    let texts = [
      ("start", moment(record.startTime)),
      ("end", record.endTime.map(moment) ?? "running"),
      ("duration", display.duration(record.durationSeconds)),
      ("comment", record.comment), ("time zone", record.timeZone),
    ]
    let cells =
      [("id", Table.Cell(text: record.id)), ("tag", tag(of: record))]
      + (texts + record.images.map { ("image", $0) }).compactMap { name, text in
        text.map { (name, Table.Cell(text: $0)) }
      }
    return Table(rows: cells.map { [Table.Cell(text: $0), $1] })
  }

  private func tag(of record: RecordResult) -> Table.Cell {
    Table.Cell(
      text: record.tag.map { $0.name ?? $0.id } ?? "untagged",
      color: record.tag?.color,
      leastWidth: 8
    )
  }

  private func row(_ record: RecordResult, _ clock: LocalTimeConverter) -> [Table.Cell] {
    let start = clock.minute(of: record.startTime)
    return [
      Table.Cell(time: start),
      end(of: record, start, clock),
      measuresTimers || record.endTime != nil
        ? Table.Cell(seconds: record.durationSeconds) : Table.Cell(text: "", isNumber: true),
      tag(of: record),
      Table.Cell(text: String(record.id.prefix(8))),
      Table.Cell(text: record.comment ?? "", leastWidth: 0),
    ]
  }

  /// Returns the cell of a record's end, with the number of days between it and the start, if any.
  private func end(
    of record: RecordResult,
    _ start: CivilTime,
    _ clock: LocalTimeConverter
  ) -> Table.Cell {
    guard let end = record.endTime.map(clock.minute) else {
      return Table.Cell(text: measuresTimers ? "running" : "no end")
    }
    if end.dateText == start.dateText { return Table.Cell(time: end) }
    return Table.Cell(time: end, daysLater: end.daysSince1970 - start.daysSince1970)
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
