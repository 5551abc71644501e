import Foundation
import IntentKit
import JSONText

/// The members of an object in JSON, read as what they mean.
struct Fields {
  private let members: JSONObject
  private let pointer: JSONPointer

  init(_ json: JSONValue, at pointer: JSONPointer = JSONPointer()) throws(ValueProblem) {
    guard let members = json.object else {
      throw ValueProblem(pointer, .wrongType(expected: ["object"], found: json))
    }
    self.members = members
    self.pointer = pointer
  }

  /// Refuses members of other names, which would be lost where this is written anew.
  func refuse(besides names: [String]) throws(ValueProblem) {
    guard let other = members.keys.first(where: { !names.contains($0) }) else { return }
    throw ValueProblem(
      pointer.appending(other),
      .unknownName(near: NearMiss.of(other, in: names))
    )
  }

  func value<Value: FieldValue>(_ name: String) throws(ValueProblem) -> Value {
    guard let json = members[name] else { throw ValueProblem(pointer.appending(name), .missing) }
    return try Self.read(json, at: pointer.appending(name))
  }

  /// A value that may be missing or `null`.
  func optional<Value: FieldValue>(_ name: String) throws(ValueProblem) -> Value? {
    guard let json = members[name], json != .null else { return nil }
    return try Self.read(json, at: pointer.appending(name))
  }

  /// The values of a list.
  func values<Value: FieldValue>(_ name: String) throws(ValueProblem) -> [Value] {
    var values: [Value] = []
    for (index, json) in try list(name).enumerated() {
      values.append(try Self.read(json, at: pointer.appending(name).appending(index)))
    }
    return values
  }

  /// An object.
  func fields(_ name: String) throws(ValueProblem) -> Fields {
    try Fields(members[name] ?? .null, at: pointer.appending(name))
  }

  /// What each object of a list stands for.
  func items<Item>(
    _ name: String,
    _ read: (Fields) throws(ValueProblem) -> Item
  ) throws(ValueProblem) -> [Item] {
    var items: [Item] = []
    for (index, json) in try list(name).enumerated() {
      items.append(try read(Fields(json, at: pointer.appending(name).appending(index))))
    }
    return items
  }

  private func list(_ name: String) throws(ValueProblem) -> [JSONValue] {
    let json = members[name] ?? .null
    guard let list = json.array else {
      let place = pointer.appending(name)
      throw ValueProblem(place, .wrongType(expected: ["array"], found: json))
    }
    return list
  }

  private static func read<Value: FieldValue>(
    _ json: JSONValue,
    at pointer: JSONPointer
  ) throws(ValueProblem) -> Value {
    guard let value = Value(field: json) else {
      throw ValueProblem(pointer, .unreadable(expected: Value.expected, found: json))
    }
    return value
  }
}

/// What a value in JSON can mean.
protocol FieldValue {
  /// What it must be, for a sentence.
  static var expected: String { get }

  init?(field: JSONValue)

  var field: JSONValue { get }
}

extension String: FieldValue {
  static let expected = "a text"

  init?(field: JSONValue) {
    guard let text = field.string else { return nil }
    self = text
  }

  var field: JSONValue { .string(self) }
}

extension Int: FieldValue {
  static let expected = "a whole number"

  init?(field: JSONValue) {
    guard let number = field.integer else { return nil }
    self = number
  }

  var field: JSONValue { .number(JSONNumber(self)) }
}

extension UUID: FieldValue {
  static let expected = "an id"

  init?(field: JSONValue) {
    guard let id = field.string.flatMap({ UUID(uuidString: $0) }) else { return nil }
    self = id
  }

  var field: JSONValue { .string(uuidString) }
}

extension Day: FieldValue {
  static let expected = "a day such as 2026-11-20"

  init?(field: JSONValue) {
    guard let day = field.string.flatMap({ Day($0) }) else { return nil }
    self = day
  }

  var field: JSONValue { .string(description) }
}

extension Date: FieldValue {
  static let expected = "a time such as 2026-11-20T09:30:00Z"

  init?(field: JSONValue) {
    guard let date = field.string.flatMap({ try? Date($0, strategy: .iso8601) }) else { return nil }
    self = date
  }

  var field: JSONValue { .string(formatted(.iso8601)) }
}
