package import JSONText

/// The JSON Schemas of files that people write by hand, compiled in from the folder `Schemas`.
///
/// Some refer to others with `$ref`. The validator ignores that keyword: parsers apply the schemas of
/// a file's parts one by one.
package enum EmbeddedSchemas {
  package static let call = schema(PackageResources.call_json)
  /// The schema of a definition, whose command has what that of a workflow has, and more.
  package static let definition: JSONObject = {
    var definition = schema(PackageResources.definition_json)
    let shared = JSONValue.object(workflow)["properties"]?["command"]?["properties"]?.object ?? [:]
    var command = JSONValue.object(definition)["properties"]?["command"]?.object ?? [:]
    let own = command["properties"]?.object ?? [:]
    command["properties"] = .object(shared.merging(own))
    let properties = definition["properties"]?.object ?? [:]
    definition["properties"] = .object(properties.merging(["command": .object(command)]))
    return definition
  }()
  /// The schemas of the rows in a definition, of their tables and columns.
  static let rows = schema(PackageResources.rows_json)
  static let onError = schema(PackageResources.onError_json)
  static let step = schema(PackageResources.step_json)
  static let workflow = schema(PackageResources.workflow_json)

  /// The schema of a call file: a call, or a list of calls.
  package static let calls: JSONObject = [
    "title": "Calls of Minuta",
    "anyOf": [
      ["$ref": "#/$defs/call"], ["type": "array", "items": ["$ref": "#/$defs/call"]],
    ],
    "$defs": ["call": .object(call)],
  ]

  /// The schema of a definition, with those of its rows.
  package static let definitionFile = definition.merging(["$defs": .object(rows)])

  /// The schema of a workflow file, with the schemas of its steps.
  package static let workflowFile = workflow.merging([
    "title": "Workflow of Minuta",
    "$defs": .object(rows.merging(["step": .object(step), "onError": .object(onError)])),
  ])

  /// Parses an embedded JSON Schema.
  ///
  /// Invalid JSON becomes an empty schema, which accepts everything, so a test checks that each one
  /// parses.
  private static func schema(_ bytes: [UInt8]) -> JSONObject {
    (try? JSONValue(parsing: bytes))?.object ?? JSONObject()
  }
}

extension JSONValue {
  /// The JSON Schema with a comment in each object that allows no unknown members, and in each map of
  /// objects.
  package var allowingComments: JSONValue {
    guard let object else { return array.map { .array($0.map(\.allowingComments)) } ?? self }
    var schema = object.members.reduce(into: JSONObject()) {
      $0[$1.key] = $1.value.allowingComments
    }
    let others = object["additionalProperties"]
    if others == false || others?["additionalProperties"] != nil {
      let properties = schema["properties"]?.object ?? [:]
      schema["properties"] = .object(
        properties.merging([JSONObject.commentKey: ["type": "string"]])
      )
    }
    return .object(schema)
  }
}
