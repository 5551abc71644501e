import Foundation
package import JSONText
import MinutaCore

extension ExportedRecord {
  /// Creates the record of a result; nil if the result has none.
  private init?(of row: JSONValue) {
    func date(_ name: String) -> Date? { row[name]?.string.flatMap(Timestamp.date) }
    guard let id = row["id"]?.string.flatMap(UUID.init), let start = date("startTime") else {
      return nil
    }
    let record = TimeRecord(
      id: id,
      startTime: start,
      endTime: date("endTime"),
      comment: row["comment"]?.string,
      timeZone: row["timeZone"]?.string
    )
    let seconds = row["durationSeconds"]?.integer ?? 0
    self.init(record, tag: row["tag"]?["name"]?.string, seconds: seconds)
  }

  /// Returns the lines of the CSV file with the records of a result.
  package static func csv(of rows: [JSONValue], _ options: ExportOptions) -> [String] {
    guard var writer = try? ExportFormat.csv.writer(options) else { return [] }
    var lines: [[UInt8]] = [[]]
    writer.begin(&lines[0])
    for record in rows.compactMap(ExportedRecord.init(of:)) {
      lines.append([])
      writer.add(record, to: &lines[lines.count - 1])
    }
    // Without the line break.
    return lines.map { String(decoding: $0.dropLast(2), as: UTF8.self) }
  }

  /// The record as JSON, with the members that `minuta records --json` prints too.
  ///
  /// All records of a file have the same members, so that the columns of a table can be derived from
  /// the first ones.
  var json: JSONValue {
    [
      "id": .string(record.id.text),
      "startTime": .string(Timestamp.text(record.startTime)),
      "endTime": Self.json(record.endTime.map { Timestamp.text($0) }),
      "tag": Self.json(tag),
      "comment": Self.json(record.comment),
      "labels": .array(labels.map { .string($0.argument) }),
      "timeZone": Self.json(record.timeZone.map { TimeZone.name(for: $0) }),
      "durationSeconds": .number(JSONNumber(seconds)),
    ]
  }

  private static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
