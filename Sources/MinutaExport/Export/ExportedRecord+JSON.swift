import Foundation
import JSONText
import MinutaCore

extension ExportedRecord {
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
