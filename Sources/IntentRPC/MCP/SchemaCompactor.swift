import JSONText

/// Schemas that take less of an assistant's context, and allow whatever the whole ones allow.
enum SchemaCompactor {
  /// The schema of a tool's arguments without what their names say already.
  static func compactArguments(_ schema: JSONValue) -> JSONValue {
    guard var members = schema.object, let properties = members["properties"]?.object else {
      return schema
    }
    var short = JSONObject()
    for property in properties.members {
      guard var schema = property.value.object else { continue }
      schema["title"] = nil
      // No sensible text is longer, and one that is gets refused with the reason.
      schema["maxLength"] = nil
      if let examples = schema["examples"]?.array {
        schema["examples"] = .array(Array(examples.prefix(2)))
      }
      short[property.key] = .object(schema)
    }
    members["properties"] = .object(short)
    return .object(members)
  }

  /// The schema of a tool's result, which describes its members and nothing below them.
  ///
  /// - Parameter isChange: whether the result may tell what `Undo` takes the call back by.
  static func compactResult(_ schema: JSONValue, isChange: Bool) -> JSONValue {
    guard let members = schema.object, let properties = members["properties"]?.object else {
      return schema
    }
    var short = JSONObject()
    for property in properties.members { short[property.key] = member(property.value) }
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
    if schema["properties"] != nil { short["additionalProperties"] = true }
    return .object(short)
  }
}
