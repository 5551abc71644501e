import Foundation
import JSONText
import MinutaCore

struct ListRecordsTable: ResultTable {
  let intent = "ListRecords"

  func table(of value: JSONObject) -> Table {
    let zone = value["range"]?["timeZone"]?.string.flatMap(TimeZone.init(identifier:)) ?? .gmt
    return Table(
      rows: (value["records"]?.array ?? []).map { row($0, LocalTimeConverter(timeZone: zone)) }
    )
  }

  private func row(_ record: JSONValue, _ clock: LocalTimeConverter) -> [Table.Cell] {
    let start = time(record["startTime"], clock)
    let end = time(record["endTime"], clock)
    let isOneDay = start?.dateText == end?.dateText
    let tag = record["tag"]
    return [
      Table.Cell(text: start?.dateText ?? ""),
      Table.Cell(text: start?.clockText ?? ""),
      Table.Cell(
        text: end.map { isOneDay ? $0.clockText : "\($0.dateText) \($0.clockText)" } ?? "running"
      ),
      Table.Cell(
        text: DurationFormat.text(seconds: record["durationSeconds"]?.integer ?? 0),
        isNumber: true
      ),
      Table.Cell(
        text: tag?["name"]?.string ?? tag?["id"]?.string ?? "untagged",
        color: tag?["color"]?.string
      ),
      Table.Cell(text: String((record["id"]?.string ?? "").prefix(8))),
      Table.Cell(text: record["comment"]?.string ?? ""),
    ]
  }

  private func time(_ value: JSONValue?, _ clock: LocalTimeConverter) -> CivilTime? {
    var time = value?.string.flatMap(Timestamp.date).map(clock.time)
    time?.second = 0
    return time
  }
}
