import JSONText

/// The JSON Schemas that the results of several intents share, from `Intents/schemas.json`.
///
/// A definition refers to one of them as `{ "$ref": "schemas.json#/$defs/record" }`.
enum SharedSchemas {
  private static let prefix = "schemas.json#/$defs/"

  /// The schemas by name, parsed on first use.
  private static let schemas =
    (try? JSONValue(parsing: PackageResources.schemas_json))?["$defs"]?.object ?? [:]

  /// Returns a definition with each reference replaced by its schema.
  ///
  /// Keywords beside a reference are merged into the schema. A reference without a schema is kept,
  /// so the tests reject the definition.
  static func resolve(_ json: JSONValue) -> JSONValue {
    switch json {
    case .array(let elements): return .array(elements.map(resolve))
    case .object(let object):
      var keywords = object.compactMapValues { resolve($0.value) }
      guard let name = keywords["$ref"]?.string, name.hasPrefix(prefix),
        let schema = schemas[String(name.dropFirst(prefix.count))]?.object
      else { return .object(keywords) }
      keywords["$ref"] = nil
      return .object(merge(keywords, into: schema))
    case .bool, .null, .number, .string: return json
    }
  }

  private static func merge(_ keywords: JSONObject, into schema: JSONObject) -> JSONObject {
    keywords.members.reduce(into: schema) { merged, keyword in
      if let inner = keyword.value.object, let outer = merged[keyword.key]?.object {
        merged[keyword.key] = .object(merge(inner, into: outer))
      } else {
        merged[keyword.key] = keyword.value
      }
    }
  }
}
