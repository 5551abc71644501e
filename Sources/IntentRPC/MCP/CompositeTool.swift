import JSONText

/// A tool whose argument contains several calls to run: a batch or a workflow.
enum CompositeTool: String, CaseIterable {
  case batch = "RunBatch"
  case workflow = "RunWorkflow"

  private var title: String {
    switch self {
    case .batch: "Run Batch"
    case .workflow: "Run Workflow"
    }
  }

  private var description: String {
    switch self {
    case .batch:
      "Runs calls of other tools in order, after checking them all. 'Undo' with the result's 'run' "
        + "undoes the batch."
    case .workflow:
      "Runs a workflow: {\"minuta\": 1, \"id\", \"title\", \"steps\": [{\"id\", \"intent\", "
        + "\"with\", \"if\", \"forEach\"}]}. {\"$\": \"/steps/ID/result/…\"} refers to a step's result."
    }
  }

  /// The schema of the arguments of a call beside its `intent`.
  static let arguments: JSONValue = [
    "type": "object", "description": "Its arguments, or their JSON text.",
    LenientArguments.keyword: "intent",
  ]

  /// The JSON Schema of the tool's arguments.
  var parameters: JSONObject {
    let dryRun: JSONValue = ["type": "boolean", "description": "Only report what would change."]
    let properties: JSONObject =
      switch self {
      case .batch:
        [
          "calls": [
            "type": "array", "minItems": 1,
            "items": [
              "type": "object",
              "properties": [
                "intent": ["type": "string", "description": "Tool name."],
                "with": Self.arguments,
                "key": ["type": "string", "description": "Idempotency key."],
              ],
              "required": ["intent"], "additionalProperties": false,
            ],
          ],
          "atomic": ["type": "boolean", "description": "Run all calls or none."],
          "onError": ["type": "string", "enum": ["stop", "continue"], "default": "stop"],
          "dryRun": dryRun,
        ]
      case .workflow:
        [
          "definition": ["type": "object", "description": "The workflow, or its JSON text."],
          "with": [
            "type": "object", "description": "Its arguments, or their JSON text.",
            LenientArguments.keyword: "definition",
          ],
          "dryRun": dryRun,
        ]
      }
    return [
      "type": "object", "properties": .object(properties),
      "required": self == .batch ? ["calls"] : ["definition"], "additionalProperties": false,
    ]
  }

  private var result: JSONValue {
    let object: JSONValue = ["type": "object", "additionalProperties": true]
    let (properties, required): (JSONObject, JSONValue) =
      switch self {
      case .batch:
        (
          [
            "results": ["type": "array", "items": object], "summary": object,
            "run": ["type": "string"],
          ],
          ["results", "summary"]
        )
      case .workflow:
        (
          [
            "dialog": ["type": "string"], "value": object, "plan": object,
            "run": ["type": "string"],
          ],
          ["dialog", "value"]
        )
      }
    return ["type": "object", "required": required, "properties": .object(properties)]
  }

  /// Returns the tool's entry for `tools/list`.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether the server offers only tools that change nothing.
  ///   - isOpenWorld: whether calls inside the batch or workflow may access other systems.
  func json(isReadOnly: Bool, isOpenWorld: Bool) -> JSONValue {
    [
      "name": .string(rawValue), "title": .string(title), "description": .string(description),
      "inputSchema": SchemaExporter.exportArguments(parameters),
      "outputSchema": result,
      "annotations": ToolList.hints(
        readOnly: isReadOnly,
        destructive: !isReadOnly,
        idempotent: isReadOnly,
        openWorld: isOpenWorld
      ),
    ]
  }
}
