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
      let hidden = (members["properties"]?.object?.members ?? []).filter {
        $0.value["x-minuta-sources"]?.array?.contains(.string(source.rawValue)) == false
      }.map(\.key)
      return .object(
        members.compactMapValues { member in
          switch (member.key, member.value) {
          case ("properties", .object(let properties)):
            .object(
              properties.compactMapValues {
                hidden.contains($0.key) ? .none : .some(export($0.value, for: source))
              }
            )
          case ("required", .array(let names)):
            .array(names.filter { !hidden.contains($0.string ?? "") })
          case _ where member.key.hasPrefix("x-minuta-"): .none
          default: export(member.value, for: source)
          }
        }
      )
    case .bool, .null, .number, .string: return schema
    }
  }

  /// Returns the schema of a tool's arguments, in which every value has exactly one type.
  ///
  /// Some models' clients refuse all tools because of one value with no type or several. Calls with
  /// another type that the complete schema allows remain valid.
  static func exportArguments(_ schema: JSONObject) -> JSONValue {
    let exported = export(.object(schema), for: .mcp)
    return singlyTyped(exported, in: exported, or: "object")
  }

  /// - Parameter fallback: the type of a schema that doesn't say any.
  private static func singlyTyped(
    _ schema: JSONValue,
    in root: JSONValue,
    or fallback: String = "string"
  ) -> JSONValue {
    let type = type(of: schema, in: root) ?? fallback
    var single = schema.object ?? [:]
    for keyword in ["anyOf", "oneOf"] {
      guard let all = schema[keyword]?.array else { continue }
      let kept = all.filter {
        $0["type"] != "null" && self.type(of: $0, in: root) ?? type == type
      }
      single[keyword] = kept.count > 1 ? .some(.array(kept)) : .none
      if kept.count == 1 { single = (kept[0].object ?? [:]).merging(single) }
    }
    if single["default"] == .null { single["default"] = nil }
    single["type"] = .string(type)
    single["enum"] = single["enum"]?.array.map { .array($0.filter { $0 != .null }) }
    return .object(
      single.compactMapValues { member in
        switch (member.key, member.value) {
        case ("$defs", .object(let schemas)), ("properties", .object(let schemas)):
          .object(schemas.compactMapValues { singlyTyped($0.value, in: root) })
        case ("additionalProperties", .object(let inner)) where inner.isEmpty: true
        case ("additionalProperties", .object), ("items", .object):
          singlyTyped(member.value, in: root)
        case ("allOf", .array(let all)), ("anyOf", .array(let all)), ("oneOf", .array(let all)):
          .array(all.map { singlyTyped($0, in: root, or: type) })
        default: member.value
        }
      }
    )
  }

  /// Returns the type of a schema's values: text or a number if they may be, otherwise the first that
  /// isn't null; nil if the schema doesn't say any.
  private static func type(of schema: JSONValue, in root: JSONValue) -> String? {
    let types = types(of: schema, in: root)
    return ["string", "number"].first(where: types.contains) ?? types.first { $0 != "null" }
  }

  private static func types(of schema: JSONValue, in root: JSONValue) -> [String] {
    if let type = schema["type"] { return (type.array ?? [type]).compactMap(\.string) }
    if let reference = schema["$ref"]?.string {
      let target = JSONPointer(parsing: String(reference.drop { $0 == "#" })).flatMap(root.value)
      return [target?["type"]?.string ?? "object"]
    }
    if schema["properties"] != nil { return ["object"] }
    if schema["items"] != nil { return ["array"] }
    let values = schema["enum"]?.array ?? schema["const"].map { [$0] }
    let parts = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]
    return values?.map(\.typeName) ?? parts?.array?.flatMap { types(of: $0, in: root) } ?? []
  }
}
