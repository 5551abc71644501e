import Foundation
import MinutaCore
import MinutaIntents

struct ListRecordsTable: ResultTable {
  let intent = "ListRecords"

  func table(of result: ListRecordsIntent.Result) -> Table {
    table(of: result.records, timeZone: result.range.timeZone)
  }

  /// Returns the table of records, with times in a time zone.
  func table(of records: [RecordResult], timeZone: String) -> Table {
    let clock = LocalTimeConverter(timeZone: TimeZone(identifier: timeZone) ?? .gmt)
    return Table(rows: records.map { row($0, clock) })
  }

  private func row(_ record: RecordResult, _ clock: LocalTimeConverter) -> [Table.Cell] {
    let start = time(record.startTime, clock)
    let end = record.endTime.flatMap { time($0, clock) }
    let isOneDay = start?.dateText == end?.dateText
    return [
      Table.Cell(text: start?.dateText ?? ""),
      Table.Cell(text: start?.clockText ?? ""),
      Table.Cell(
        text: end.map { isOneDay ? $0.clockText : "\($0.dateText) \($0.clockText)" } ?? "running"
      ),
      Table.Cell(text: DurationFormat.text(seconds: record.durationSeconds), isNumber: true),
      Table.Cell(
        text: record.tag.map { $0.name ?? $0.id } ?? "untagged",
        color: record.tag?.color
      ),
      Table.Cell(text: String(record.id.prefix(8))),
      Table.Cell(text: record.comment ?? ""),
    ]
  }

  private func time(_ text: String, _ clock: LocalTimeConverter) -> CivilTime? {
    var time = Timestamp.date(text).map(clock.time)
    time?.second = 0
    return time
  }
}
