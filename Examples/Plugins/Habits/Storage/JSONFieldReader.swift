import Foundation
import IntentKit
import JSONText

/// Reads typed members of a JSON object.
struct JSONFieldReader {
  private let members: JSONObject
  private let pointer: JSONPointer

  init(_ json: JSONValue, at pointer: JSONPointer = JSONPointer()) throws(ValidationError) {
    guard let members = json.object else {
      throw ValidationError(pointer, .wrongType(expected: ["object"], found: json))
    }
    self.members = members
    self.pointer = pointer
  }

  /// Throws an error if the object has other members, because rewriting the file would lose them.
  func rejectKeys(except names: [String]) throws(ValidationError) {
    guard let other = members.keys.first(where: { !names.contains($0) }) else { return }
    throw ValidationError(
      pointer.appending(other),
      .unknownName(near: TypoSuggester.closest(to: other, in: names))
    )
  }

  func value<Value: JSONFieldValue>(_ name: String) throws(ValidationError) -> Value {
    guard let json = members[name] else { throw ValidationError(pointer.appending(name), .missing) }
    return try Self.read(json, at: pointer.appending(name))
  }

  /// Returns a member's value; nil if it is missing or `null`.
  func optionalValue<Value: JSONFieldValue>(_ name: String) throws(ValidationError) -> Value? {
    guard let json = members[name], json != .null else { return nil }
    return try Self.read(json, at: pointer.appending(name))
  }

  /// Returns the values in a member that is an array.
  func values<Value: JSONFieldValue>(_ name: String) throws(ValidationError) -> [Value] {
    var values: [Value] = []
    for (index, json) in try list(name).enumerated() {
      values.append(try Self.read(json, at: pointer.appending(name).appending(index)))
    }
    return values
  }

  /// Returns a reader for a member that is an object.
  func object(_ name: String) throws(ValidationError) -> JSONFieldReader {
    try JSONFieldReader(members[name] ?? .null, at: pointer.appending(name))
  }

  /// Uses `read` to convert each object in a member that is an array, and returns the items.
  func objects<Item>(
    _ name: String,
    _ read: (JSONFieldReader) throws(ValidationError) -> Item
  ) throws(ValidationError) -> [Item] {
    var items: [Item] = []
    for (index, json) in try list(name).enumerated() {
      items.append(try read(JSONFieldReader(json, at: pointer.appending(name).appending(index))))
    }
    return items
  }

  private func list(_ name: String) throws(ValidationError) -> [JSONValue] {
    let json = members[name] ?? .null
    guard let list = json.array else {
      let place = pointer.appending(name)
      throw ValidationError(place, .wrongType(expected: ["array"], found: json))
    }
    return list
  }

  private static func read<Value: JSONFieldValue>(
    _ json: JSONValue,
    at pointer: JSONPointer
  ) throws(ValidationError) -> Value {
    guard let value = Value(json: json) else {
      throw ValidationError(pointer, .invalidFormat(expected: Value.expected, found: json))
    }
    return value
  }
}

/// A type that can be converted from and to a JSON value.
protocol JSONFieldValue {
  /// A description of a valid value, for error messages.
  static var expected: String { get }

  init?(json: JSONValue)

  var json: JSONValue { get }
}

extension String: JSONFieldValue {
  static let expected = "text"

  init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self = text
  }

  var json: JSONValue { .string(self) }
}

extension Int: JSONFieldValue {
  static let expected = "a whole number"

  init?(json: JSONValue) {
    guard let number = json.integer else { return nil }
    self = number
  }

  var json: JSONValue { .number(JSONNumber(self)) }
}

extension UUID: JSONFieldValue {
  static let expected = "a UUID"

  init?(json: JSONValue) {
    guard let id = json.string.flatMap({ UUID(uuidString: $0) }) else { return nil }
    self = id
  }

  var json: JSONValue { .string(uuidString) }
}

extension Day: JSONFieldValue {
  static let expected = "a day such as 2026-11-20"

  init?(json: JSONValue) {
    guard let day = json.string.flatMap({ Day($0) }) else { return nil }
    self = day
  }

  var json: JSONValue { .string(description) }
}

extension Date: JSONFieldValue {
  static let expected = "a time such as 2026-11-20T09:30:00Z"

  init?(json: JSONValue) {
    guard let date = json.string.flatMap({ try? Date($0, strategy: .iso8601) }) else { return nil }
    self = date
  }

  var json: JSONValue { .string(formatted(.iso8601)) }
}
