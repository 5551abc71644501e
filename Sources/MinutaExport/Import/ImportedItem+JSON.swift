import Foundation
import JSONText
import MinutaCore

extension JSONValue {
  /// Whether this is an object with the members of a record that Minuta exports.
  var isExportedRecord: Bool {
    guard let start = self["startTime"]?.string, Timestamp.date(start) != nil else { return false }
    return self["endTime"] != nil && self["durationSeconds"]?.integer != nil
  }
}

extension ImportedItem {
  /// Creates the item for an element of a JSON file that has the members of Minuta's records.
  ///
  /// - Parameters:
  ///   - json: the element; nil if it isn't valid JSON.
  ///   - problem: the reason why it isn't.
  init(json: JSONValue?, line: Int, problem: InvalidReason = .malformed) {
    do throws(InvalidReason) {
      guard let json else { throw problem }
      self = try Self.item(json, line: line)
    } catch {
      self = .invalid(line: line, error)
    }
  }

  private static func item(_ json: JSONValue, line: Int) throws(InvalidReason) -> ImportedItem {
    guard json.object != nil else { throw .malformed }
    guard let start = try instant("startTime", of: json) else { throw .missing("startTime") }
    guard let end = try instant("endTime", of: json) else {
      return .skipped(line: line, .running)
    }
    let id = try text("id", of: json)
    let comment = try text("comment", of: json)
    var record = ImportedRecord(
      line: line,
      id: id,
      ownID: id.flatMap { UUID.of($0) },
      time: .interval(start, end),
      path: [try tag(of: json)].compactMap { $0 },
      text: comment,
      labels: try labels(of: json, besides: comment),
      timeZone: try text("timeZone", of: json)
    )
    record.textHasLabels = true
    record.pathForm = .ownName
    return .record(record)
  }

  private static func tag(of json: JSONValue) throws(InvalidReason) -> String? {
    // The results of `minuta records --json` have an object with the tag's name.
    if let tag = json["tag"], tag.object != nil { return try text("name", of: tag) }
    return try text("tag", of: json)
  }

  /// Returns the labels in the member `labels` that the comment doesn't have.
  private static func labels(
    of json: JSONValue,
    besides comment: String?
  ) throws(InvalidReason) -> [Label] {
    guard let labels = json["labels"], labels != .null else { return [] }
    guard let elements = labels.array else { throw .malformed }
    let known = Label.all(in: comment)
    var result: [Label] = []
    for element in elements {
      guard let text = element.string else { throw .malformed }
      let label = Label(parsing: text) ?? Label(Label.tagName, text)
      if !known.contains(label) { result.append(label) }
    }
    return result
  }

  /// Returns the instant in a member; nil if it is missing or null.
  private static func instant(
    _ key: String,
    of json: JSONValue
  ) throws(InvalidReason) -> ImportedInstant? {
    guard let text = try text(key, of: json) else { return nil }
    guard let date = Timestamp.date(text) else { throw .invalidTime(text) }
    return .utc(date.unixSeconds)
  }

  /// Returns the text in a member; nil if it is missing or null.
  private static func text(_ key: String, of json: JSONValue) throws(InvalidReason) -> String? {
    guard let value = json[key], value != .null else { return nil }
    guard let text = value.string else { throw .malformed }
    return text
  }
}
