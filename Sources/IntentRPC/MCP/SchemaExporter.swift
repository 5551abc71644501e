import IntentKit
import JSONText

/// Exports our JSON Schemas to other programs, without the keywords that only Minuta knows.
enum SchemaExporter {
  /// Returns a schema without our own keywords and without parameters that this call source can't
  /// set.
  static func export(_ schema: JSONValue, for source: CallSource) -> JSONValue {
    switch schema {
    case .array(let elements): return .array(elements.map { export($0, for: source) })
    case .object(let members):
      let hidden = hiddenProperties(members, at: source)
      var visible = JSONObject()
      for member in members.members where !member.key.hasPrefix("x-minuta-") {
        visible[member.key] = export(without(hidden, member.key, member.value), for: source)
      }
      return .object(visible)
    case .bool, .null, .number, .string: return schema
    }
  }

  private static func hiddenProperties(_ schema: JSONObject, at source: CallSource) -> [String] {
    let properties = schema["properties"]?.object?.members ?? []
    return properties.filter { property in
      guard let sources = property.value["x-minuta-sources"]?.array else { return false }
      return !sources.contains(.string(source.rawValue))
    }.map(\.key)
  }

  private static func without(
    _ hidden: [String],
    _ keyword: String,
    _ value: JSONValue
  ) -> JSONValue {
    switch (keyword, value) {
    case ("properties", .object(var properties)):
      for name in hidden { properties[name] = nil }
      return .object(properties)
    case ("required", .array(let names)):
      return .array(names.filter { !hidden.contains($0.string ?? "") })
    default: return value
    }
  }
}
