public import JSONText

extension JSONValue {
  /// This schema without its null alternative, if there is one other.
  package var withoutNull: JSONValue {
    let others = (self["anyOf"] ?? self["oneOf"])?.array?.filter { $0["type"] != "null" } ?? []
    return others.count == 1 ? others[0] : self
  }

  /// The types of the values, other than null, that this schema names; empty if it names none.
  package var valueTypes: [String] {
    let type = withoutNull["type"]
    return (type?.array ?? [type].compactMap(\.self)).compactMap(\.string).filter { $0 != "null" }
  }
}

extension SchemaValidator {
  /// The schema keywords that are either validated or purely informative.
  static let keywords = [
    "$comment", "additionalProperties", "const", "default", "description", "enum", "examples",
    "format", "items", "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum",
    "oneOf", "properties", "required", "title", "type", "uniqueItems",
  ]

  /// The names of the types of JSON values in a schema.
  package static let types = [
    "array", "boolean", "integer", "null", "number", "object", "string",
  ]

  /// Returns the locations of keywords, at any depth, that aren't validated.
  ///
  /// These are unknown keywords, and known ones with an invalid value.
  public func unsupportedKeywords(at pointer: JSONPointer = JSONPointer()) -> [JSONPointer] {
    schema.members.flatMap { member -> [JSONPointer] in
      let place = pointer.appending(member.key)
      switch (member.key, member.value) {
      case ("properties", .object(let properties)):
        return properties.members.flatMap {
          Self.unchecked(in: $0.value, at: place.appending($0.key))
        }
      case ("items", let schema), ("additionalProperties", let schema):
        return Self.unchecked(in: schema, at: place)
      default:
        return Self.isChecked(member) ? [] : [place]
      }
    }
  }

  private static func unchecked(in schema: JSONValue, at place: JSONPointer) -> [JSONPointer] {
    switch schema {
    case .object(let schema): SchemaValidator(schema).unsupportedKeywords(at: place)
    case .bool: []
    default: [place]
    }
  }

  private static func isChecked(_ member: JSONObject.Member) -> Bool {
    let value = member.value
    return switch member.key {
    case "$comment", "const", "default", "description", "examples", "format", "title": true
    case "type":
      value.array?.isEmpty != true
        && (value.array ?? [value]).allSatisfy { types.contains($0.string ?? "") }
    case "minimum", "maximum": ["integer", "number"].contains(value.typeName)
    case "minLength", "maxLength", "minItems", "maxItems": (value.integer ?? -1) >= 0
    case "enum": value.array != nil
    case "oneOf":
      value.array.map { !$0.isEmpty && $0.allSatisfy { $0["const"] != nil } } ?? false
    case "required": value.array?.allSatisfy { $0.string != nil } ?? false
    case "uniqueItems": value.bool != nil
    default: member.key.hasPrefix("x-minuta-")
    }
  }
}
