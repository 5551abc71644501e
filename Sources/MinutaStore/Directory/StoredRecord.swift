import Foundation
import JSONText
import MinutaCore

/// A record together with the JSON of its file, which may contain unknown keys.
struct StoredRecord: Sendable {
  let record: TimeRecord
  private let json: JSONObject

  init(json value: JSONValue) throws(StoreError) {
    let reader = try JSONObjectReader(value, of: "record")
    json = reader.json
    record = TimeRecord(
      id: try reader.id("id"),
      startTime: try reader.date("startTime"),
      endTime: try reader.isAbsent("endTime") ? nil : reader.date("endTime"),
      tagId: try reader.isAbsent("tagId") ? nil : reader.id("tagId"),
      comment: try reader.isAbsent("comment") ? nil : reader.string("comment"),
      images: try reader.isAbsent("images") ? [] : reader.strings("images"),
      timeZone: try reader.isAbsent("timeZone") ? nil : reader.string("timeZone")
    )
  }

  static func json(of record: TimeRecord) -> JSONObject {
    var json: JSONObject = [
      "id": .string(record.id.text),
      "startTime": .string(Timestamp.text(record.startTime)),
    ]
    json["endTime"] = record.endTime.map { .string(Timestamp.text($0)) }
    json["tagId"] = record.tagId.map { .string($0.text) }
    json["comment"] = record.comment.map { .string($0) }
    json["images"] = .array(record.images.map { .string($0) })
    json["timeZone"] = record.timeZone.map { .string($0) }
    return json
  }

  /// Returns the file's JSON with the changed fields replaced; other members keep their exact text.
  func json(changedTo changed: TimeRecord) -> JSONObject {
    let (old, new) = (Self.json(of: record), Self.json(of: changed))
    var result = json
    for key in old.keys + new.keys where old[key] != new[key] { result[key] = new[key] }
    return result
  }
}
