import Foundation
import IntentKit
import JSONText
import MinutaCore

/// Typed access to the arguments of a call, after `ArgumentResolver` has converted them.
struct IntentArguments {
  private let json: JSONObject

  init(_ json: JSONObject) {
    self.json = json
  }

  func value(_ name: String) -> JSONValue? { json[name] }

  func string(_ name: String) -> String? { json[name]?.string }

  func flag(_ name: String) -> Bool { json[name]?.bool ?? false }

  func integer(_ name: String) -> Int? { json[name]?.integer }

  func strings(_ name: String) -> [String] { json[name]?.array?.compactMap(\.string) ?? [] }

  /// Returns the instant of a time argument; nil if the call doesn't have it.
  ///
  /// A time without a date is assumed to be today; `IntentContext.moment` determines the right day.
  func moment(_ name: String) throws(Failure) -> Date? {
    try value(name, "a time", Self.date)
  }

  private static func date(_ json: JSONValue) -> Date? {
    json.string.flatMap(Timestamp.date) ?? UndatedTime(json: json)?.today
  }

  func tag(_ name: String) throws(Failure) -> TagReference? {
    try value(name, "a tag") { json in
      json["id"]?.string.flatMap(UUID.of).map { .id($0) }
        ?? json["name"]?.string.map { .name($0) }
    }
  }

  func record(_ name: String) throws(Failure) -> UUID? {
    try value(name, "a record") { $0["id"]?.string.flatMap(UUID.of) }
  }

  func range(_ name: String) throws(Failure) -> TimeRange? {
    try value(name, "a range") { TimeRange(json: $0) }
  }

  /// Returns an argument as a Swift value; nil if the call doesn't have it.
  ///
  /// An argument that can't be converted is an error.
  private func value<Value>(
    _ name: String,
    _ expected: String,
    _ read: (JSONValue) -> Value?
  ) throws(Failure) -> Value? {
    guard let found = json[name] else { return nil }
    guard let value = read(found) else {
      throw .invalidValue(ValidationError(name, .invalidFormat(expected: expected, found: found)))
    }
    return value
  }

  func moments(_ name: String) throws(Failure) -> [Date] {
    try values(name, "a time", Self.date)
  }

  func records(_ name: String) throws(Failure) -> [UUID] {
    try values(name, "a record") { $0["id"]?.string.flatMap(UUID.of) }
  }

  private func values<Value>(
    _ name: String,
    _ expected: String,
    _ read: (JSONValue) -> Value?
  ) throws(Failure) -> [Value] {
    var values: [Value] = []
    for (index, found) in (json[name]?.array ?? []).enumerated() {
      guard let value = read(found) else {
        let place = JSONPointer([name]).appending(index)
        throw .invalidValue(
          ValidationError(place, .invalidFormat(expected: expected, found: found))
        )
      }
      values.append(value)
    }
    return values
  }

  func requiredTag() throws(Failure) -> TagReference { try required(tag("tag"), "tag") }

  func requiredRecord() throws(Failure) -> UUID { try required(record("record"), "record") }

  func required<Value>(_ value: Value?, _ name: String) throws(Failure) -> Value {
    guard let value else { throw .invalidValue(ValidationError(name, .missing)) }
    return value
  }

  /// Returns the filter for records that match the arguments `filter`, `tag` and `untagged`
  /// together.
  func recordFilter(in context: IntentContext) throws -> RecordFilter {
    try recordFilter().and(try filter("filter", in: context) ?? .all)
  }

  func filter(_ name: String, in context: IntentContext) throws -> RecordFilter? {
    guard
      let text = json[name]?["text"]?.string,
      let zone = json[name]?["timeZone"]?.string.flatMap(TimeZone.init(named:))
    else { return nil }
    let tracker = context.tracker
    let reader = FilterParser(now: context.now, days: context.days.zoned(zone)) {
      name throws(TrackingError) in try tracker.reference(toTag: name)
    }
    return try reader.filter(text)
  }

  /// Returns whether the call has a value for the parameter.
  func has(_ name: String) -> Bool { json[name] != nil }

  /// Returns the path in a file argument, whether or not the file has been read.
  func path(_ name: String) -> String? { json[name]?["path"]?.string ?? string(name) }

  /// Returns the content of a file argument; nil until the file has been read.
  func content(_ name: String) -> [UInt8]? { json[name]?["content"]?.string?.base64Bytes }

  /// Returns the timers that the argument `tag` or `record` selects, or all timers without either.
  func timerSelection() throws(Failure) -> TimerSelection {
    switch try (tag("tag"), record("record")) {
    case (nil, nil): return .all
    case (let tag?, nil): return .tag(tag)
    case (nil, let record?): return .record(record)
    case (_?, _?): throw .invalidValue(ValidationError("record", .conflict(with: "tag")))
    }
  }

  /// Returns the arguments as they are shown in a dry run's plan.
  ///
  /// File contents are left out. A time without a date is shown as the instant in `moments`.
  func displayable(for definition: IntentDefinition, moments: JSONObject) -> JSONObject {
    json.members.reduce(into: [:]) { shown, member in
      switch definition.properties[member.key]?["x-minuta-type"] {
      case "base64": break
      case "file": shown[member.key] = member.value["path"]
      default: shown[member.key] = moments[member.key] ?? member.value
      }
    }
  }

  /// The text of the argument `comment`; nil if it is missing or blank.
  var comment: String? {
    string("comment").flatMap { text in
      text.allSatisfy(\.isWhitespace) ? nil : text
    }
  }
}

extension String {
  /// The bytes that the text encodes in base64; nil if it isn't valid base64.
  var base64Bytes: [UInt8]? { Data(base64Encoded: self).map { [UInt8]($0) } }
}
