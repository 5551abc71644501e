import IntentKit
import JSONText

/// Reads the arguments of tool calls from clients that send JSON as text, or null for no value.
///
/// A model can't change how its client encodes a call, so it would repeat the call for ever. Where
/// the schema leaves only one reading, this takes it; any other value stays as it is.
struct LenientArguments {
  /// The keyword of an object's schema that names the member beside it whose arguments the object
  /// holds: the name of a tool, or the definition of a workflow.
  static let keyword = "x-minuta-argumentsOf"

  /// Returns the schema of a tool's arguments; nil if there is no such tool.
  let parametersOfTool: (String) -> JSONObject?

  /// Returns a value as its schema allows it; nil if none is given.
  func value(_ value: JSONValue, as schema: JSONObject) -> JSONValue? {
    let inner = JSONValue.object(schema).withoutNull
    let types = inner.valueTypes
    switch value {
    case .null: return SchemaValidator(schema).problems(in: value).isEmpty ? value : .none
    case .string(let text) where !types.isEmpty && !types.contains("string"):
      if text.isEmpty { return nil }
      guard let parsed = try? JSONValue(parsing: text) else { return value }
      let allowed = types + ["null"] + (types.contains("number") ? ["integer"] : [])
      return allowed.contains(parsed.typeName) ? self.value(parsed, as: schema) : value
    case .array(let elements):
      guard let items = inner["items"]?.object else { return value }
      return .array(elements.map { self.value($0, as: items) ?? $0 })
    case .object(let members): return .object(object(members, as: inner))
    case .bool, .number, .string: return value
    }
  }

  private func object(_ object: JSONObject, as schema: JSONValue) -> JSONObject {
    let others = schema["additionalProperties"]?.object
    var read = object.compactMapValues { member in
      guard let schema = schema["properties"]?[member.key]?.object ?? others else {
        return member.value
      }
      return value(member.value, as: schema)
    }
    for property in schema["properties"]?.object?.members ?? [] {
      guard let member = property.value[Self.keyword]?.string, let owner = read[member],
        let parameters = owner["parameters"]?.object ?? owner.string.flatMap(parametersOfTool),
        let given = read[property.key]
      else { continue }
      read[property.key] = value(given, as: parameters)
    }
    return read
  }
}
