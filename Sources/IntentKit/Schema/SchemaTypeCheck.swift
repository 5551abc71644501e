public import JSONText

/// Compares the members of a Codable type with a JSON Schema.
///
/// It decodes the type from sample values of the schema, and notes which members of which type are
/// decoded.
public struct SchemaTypeCheck {
  private let userInfo: [CodingUserInfoKey: Any]

  /// Creates a check.
  ///
  /// - Parameter userInfo: Values for the `init(from:)` of the types.
  public init(userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.userInfo = userInfo
  }

  /// Returns the differences between a type and a schema, one sentence each.
  ///
  /// The names, the types and the optionality of all members must be the same. A parameter with a
  /// default isn't optional, because the default is added.
  public func differences(between type: any Decodable.Type, and schema: JSONObject) -> [String] {
    let notes = SchemaTypeNotes()
    let decoder = SchemaTypeDecoder(schema: schema, notes: notes, userInfo: userInfo)
    decoder.check(type)
    return notes.differences
  }
}

/// Text with a format of its own, which a schema names in `x-minuta-type` or `x-minuta-entity`.
package protocol FormattedText {
  /// The name of the format.
  static var format: String { get }
}

/// The differences that a check has found so far.
final class SchemaTypeNotes {
  private(set) var differences: [String] = []
  /// The members that the types decode, by the path of their object.
  private var decoded: [String: Set<String>] = [:]
  /// The paths of values that may be null.
  var nullable: Set<String> = []

  func add(_ path: [String], _ text: String) {
    let subject = path.isEmpty ? "the value" : path.joined(separator: ".").quoted
    let difference = "\(subject) \(text)."
    if !differences.contains(difference) { differences.append(difference) }
  }

  func decode(_ key: String, in path: [String]) {
    decoded[path.joined(separator: "."), default: []].insert(key)
  }

  func hasDecoded(_ key: String, in path: [String]) -> Bool {
    decoded[path.joined(separator: ".")]?.contains(key) ?? false
  }
}
