import Foundation
import JSONText
import MinutaCore

/// Reads the members of a JSON object in one of the store's files.
struct JSONObjectReader {
  let json: JSONObject

  /// Creates a reader for an object.
  ///
  /// - Parameter noun: the name of the kind of object, for error messages.
  init(_ value: JSONValue, of noun: String) throws(StoreError) {
    guard let object = value.object else {
      throw .notAnObject(noun: noun)
    }
    json = object
  }

  func isAbsent(_ key: String) -> Bool {
    json[key] == nil || json[key] == .null
  }

  func string(_ key: String) throws(StoreError) -> String {
    guard let text = json[key]?.string else { throw .malformed(key: key, expected: "a string") }
    return text
  }

  func bool(_ key: String) throws(StoreError) -> Bool {
    guard let flag = json[key]?.bool else {
      throw .malformed(key: key, expected: "true or false")
    }
    return flag
  }

  func strings(_ key: String) throws(StoreError) -> [String] {
    guard let elements = json[key]?.array, elements.allSatisfy({ $0.string != nil }) else {
      throw .malformed(key: key, expected: "a list of strings")
    }
    return elements.compactMap(\.string)
  }

  func id(_ key: String) throws(StoreError) -> UUID {
    guard let id = UUID.of(try string(key)) else {
      throw .malformed(key: key, expected: "a UUID")
    }
    return id
  }

  func date(_ key: String) throws(StoreError) -> Date {
    guard let date = Timestamp.date(try string(key)) else {
      throw .malformed(key: key, expected: "a time such as 2026-11-20T08:30:00Z")
    }
    return date
  }
}
