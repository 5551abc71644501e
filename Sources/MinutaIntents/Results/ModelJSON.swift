import Foundation
import JSONText
import MinutaCore

extension Tag {
  /// The tag as JSON.
  var json: JSONValue {
    [
      "id": .string(id.text),
      "name": .string(name),
      "color": .string(color),
      "isArchived": .bool(isArchived),
      "createdAt": .string(Timestamp.text(createdAt)),
    ]
  }
}

extension TaggedRecord {
  /// Returns the record as JSON, with all members of its tag and its duration until now.
  ///
  /// An unknown tag has only an id.
  func json(_ options: RecordJSONOptions) -> JSONValue {
    var json: JSONObject = [
      "id": .string(record.id.text),
      "startTime": .string(Timestamp.text(record.startTime)),
    ]
    json["startLocal"] = options.localTime(record.startTime)
    json["endTime"] = record.endTime.map { .string(Timestamp.text($0)) }
    json["endLocal"] = record.endTime.flatMap(options.localTime)
    json["tagId"] = record.tagId.map { .string($0.text) }
    json["comment"] = record.comment.map { .string($0) }
    json["images"] = .array(record.images.map { .string($0) })
    json["timeZone"] = record.timeZone.map { .string(TimeZone.name(for: $0)) }
    json["tag"] = tag?.json ?? record.tagId.map { ["id": .string($0.text)] } ?? .null
    json["durationSeconds"] = .number(JSONNumber(record.seconds(at: options.now)))
    return .object(json)
  }
}

extension TimeRange {
  /// Decodes JSON that the property `json` created; nil for any other JSON.
  init?(json: JSONValue) {
    guard
      let zone = json["timeZone"]?.string.flatMap(TimeZone.init(named:)),
      let from = json["from"], let to = json["to"]
    else { return nil }
    let edges = [from, to].map { $0.string.flatMap(Timestamp.date) }
    guard (edges[0] == nil) == (from == .null), (edges[1] == nil) == (to == .null) else {
      return nil
    }
    self.init(from: edges[0], to: edges[1], timeZone: zone)
  }

  /// The range as JSON, for results and resolved arguments.
  var json: JSONValue {
    [
      "from": from.map { .string(Timestamp.text($0)) } ?? .null,
      "to": to.map { .string(Timestamp.text($0)) } ?? .null,
      "timeZone": .string(timeZone.name),
    ]
  }
}

extension SummaryGroup {
  /// Returns a group of a summary as JSON.
  ///
  /// For an unknown tag, `key` is the tag's id.
  func json(tags: [UUID: Tag]) -> JSONValue {
    var json: JSONObject = [:]
    switch key {
    case .date(let text): json["key"] = .string(text)
    case .comment(let text): json["key"] = text.map { .string($0) } ?? .null
    case .tag(nil): json["key"] = .null
    case .tag(let id?):
      json["key"] = .string(tags[id]?.name ?? id.text)
      json["tagId"] = .string(id.text)
    }
    json["seconds"] = .number(JSONNumber(seconds))
    json["wallSeconds"] = wallSeconds.map { .number(JSONNumber($0)) }
    json["records"] = .number(JSONNumber(records))
    json["groups"] = groups.map { .array($0.map { $0.json(tags: tags) }) }
    return .object(json)
  }
}
