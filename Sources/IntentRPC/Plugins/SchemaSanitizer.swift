import IntentKit
import JSONText

/// Removes invalid parts from a JSON Schema that another program made.
///
/// Some MCP clients reject all tools because of one invalid schema, so keywords with invalid values
/// are removed. Our own `x-minuta-` keywords are removed too. Unknown keywords are kept.
enum SchemaSanitizer {
  static func sanitized(_ schema: JSONObject) -> JSONObject {
    schema.compactMapValues {
      $0.key.hasPrefix("x-minuta-") ? .none : sanitized($0.key, $0.value)
    }
  }

  /// Returns the value of a schema keyword without invalid parts; nil if the whole value is
  /// invalid.
  private static func sanitized(_ keyword: String, _ value: JSONValue) -> JSONValue? {
    switch keyword {
    case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas":
      value.object.map { .object(schemas(in: $0)) }
    case "items", "additionalProperties", "contains", "else", "if", "not", "propertyNames", "then",
      "unevaluatedItems", "unevaluatedProperties":
      schema(value)
    case "allOf", "anyOf", "oneOf", "prefixItems":
      value.array.map { .array($0.compactMap(schema)) }.flatMap { $0 == [] ? .none : .some($0) }
    default: isValidKeyword(keyword, value) ? .some(value) : .none
    }
  }

  private static func isValidKeyword(_ keyword: String, _ value: JSONValue) -> Bool {
    switch keyword {
    case "type":
      value != []
        && (value.array ?? [value]).allSatisfy { SchemaValidator.types.contains($0.string ?? "") }
    case "required": value.array?.allSatisfy { $0.string != nil } ?? false
    case "enum": value.array?.isEmpty == false
    case "maxItems", "maxLength", "minItems", "minLength": (value.integer ?? -1) >= 0
    case "exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf":
      ["integer", "number"].contains(value.typeName)
    case "$ref", "description", "format", "pattern", "title": value.string != nil
    case "uniqueItems": value.bool != nil
    default: true
    }
  }

  private static func schema(_ json: JSONValue) -> JSONValue? {
    switch json {
    case .object(let schema): .some(.object(sanitized(schema)))
    case .bool: .some(json)
    default: .none
    }
  }

  /// Sanitizes an object whose members are schemas.
  ///
  /// A schema that is just `true` becomes an empty object, because some clients don't support it.
  private static func schemas(in object: JSONObject) -> JSONObject {
    object.compactMapValues { $0.value == true ? [:] : schema($0.value) }
  }

  /// Returns whether a schema contains a reference (`$ref`).
  static func hasReference(_ json: JSONValue) -> Bool {
    switch json {
    case .array(let elements): elements.contains(where: hasReference)
    case .object(let object):
      object.members.contains { $0.key == "$ref" || hasReference($0.value) }
    case .bool, .null, .number, .string: false
    }
  }
}
