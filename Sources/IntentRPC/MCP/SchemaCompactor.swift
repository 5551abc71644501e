import JSONText

/// Shortens the JSON Schemas of tools, so that they use fewer tokens of a model's context.
///
/// A shortened schema accepts every value that the complete schema accepts.
enum SchemaCompactor {
  /// Returns the schema of a tool's arguments without titles, length limits and most examples.
  static func compactArguments(_ schema: JSONValue) -> JSONValue {
    guard var members = schema.object, let properties = members["properties"]?.object else {
      return schema
    }
    let short = properties.compactMapValues { property in
      guard var schema = property.value.object else { return property.value }
      schema["title"] = nil
      // Omit the limit: few texts are that long, and the error for one that is states the limit.
      schema["maxLength"] = nil
      schema["examples"] = schema["examples"]?.array.map { .array(Array($0.prefix(2))) }
      return .object(schema)
    }
    members["properties"] = .object(short)
    return .object(members)
  }

  /// Returns the schema of a tool's result, reduced to its top-level members.
  ///
  /// - Parameter isChange: whether the tool changes data, so its result may contain a `revision`
  ///   that the tool `Undo` accepts.
  static func compactResult(_ schema: JSONValue, isChange: Bool) -> JSONValue {
    guard let members = schema.object, let properties = members["properties"]?.object else {
      return schema
    }
    var short = properties.compactMapValues { member($0.value) }
    if isChange { short["revision"] = ["type": "integer"] }
    var result: JSONObject = ["type": "object"]
    result["required"] = members["required"]
    result["properties"] = .object(short)
    return .object(result)
  }

  private static func member(_ schema: JSONValue) -> JSONValue {
    var short = JSONObject()
    for keyword in ["type", "enum", "const"] { short[keyword] = schema[keyword] }
    short["items"] = schema["items"].map(member)
    return .object(short)
  }
}
