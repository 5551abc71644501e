import Foundation
import IntentKit
import JSONText
import MinutaCore

/// The values of a call after `ValueResolver`, by parameter and as what they mean.
struct IntentValues {
  private let json: JSONObject

  init(_ json: JSONObject) {
    self.json = json
  }

  func string(_ name: String) -> String? { json[name]?.string }

  func flag(_ name: String) -> Bool { json[name]?.bool ?? false }

  func integer(_ name: String) -> Int? { json[name]?.integer }

  func strings(_ name: String) -> [String] { json[name]?.array?.compactMap(\.string) ?? [] }

  func moment(_ name: String) throws(IntentError) -> Date? {
    try value(name, "a time") { $0.string.flatMap(Timestamp.date) }
  }

  func tag(_ name: String) throws(IntentError) -> TagReference? {
    try value(name, "a tag") { json in
      json["id"]?.string.flatMap(UUID.init).map { .id($0) }
        ?? json["name"]?.string.map { .name($0) }
    }
  }

  func record(_ name: String) throws(IntentError) -> UUID? {
    try value(name, "a record") { $0["id"]?.string.flatMap(UUID.init) }
  }

  func range(_ name: String) throws(IntentError) -> TimeRange? {
    try value(name, "a range") { TimeRange(json: $0) }
  }

  /// A value that is there means something; it never counts as one that is not there.
  private func value<Value>(
    _ name: String,
    _ expected: String,
    _ read: (JSONValue) -> Value?
  ) throws(IntentError) -> Value? {
    guard let found = json[name] else { return nil }
    guard let value = read(found) else {
      throw .invalidValue(ValueProblem(name, .unreadable(expected: expected, found: found)))
    }
    return value
  }

  /// A comment that says something.
  var comment: String? {
    string("comment").flatMap { text in
      text.allSatisfy(\.isWhitespace) ? nil : text
    }
  }
}
