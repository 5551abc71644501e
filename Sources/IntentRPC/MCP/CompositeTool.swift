import JSONText

/// A tool for calls that are sent along as one document.
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
      "Does calls of other tools in order, after all were checked. 'Undo' with the answer's 'run' "
        + "takes all of them back."
    case .workflow:
      "Does a workflow: {\"minuta\": 1, \"id\", \"title\", \"steps\": [{\"id\", \"intent\", "
        + "\"with\", \"if\", \"forEach\"}]}. {\"$\": \"/steps/ID/result/…\"} is a step's result."
    }
  }

  /// The JSON Schema of the arguments.
  var parameters: JSONObject {
    let dryRun: JSONValue = ["type": "boolean", "description": "Only tell what would change."]
    let properties: JSONObject =
      switch self {
      case .batch:
        [
          "calls": [
            "type": "array", "minItems": 1,
            "items": [
              "type": "object",
              "properties": [
                "intent": ["type": "string", "description": "The name of the tool."],
                "with": ["type": "object", "description": "Its arguments."],
                "key": ["type": "string", "description": "Idempotency key."],
              ],
              "required": ["intent"], "additionalProperties": false,
            ],
          ],
          "atomic": ["type": "boolean", "description": "Do all calls or none."],
          "onError": ["enum": ["stop", "continue"], "default": "stop"],
          "dryRun": dryRun,
        ]
      case .workflow:
        [
          "definition": ["type": "object", "description": "The workflow."],
          "with": ["type": "object", "description": "Its parameters."],
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

  /// The tool as a list has it.
  ///
  /// - Parameters:
  ///   - isReadOnly: whether the calls that it may do change nothing.
  ///   - isOpenWorld: whether they may reach beyond this machine's own data.
  func json(isReadOnly: Bool, isOpenWorld: Bool) -> JSONValue {
    [
      "name": .string(rawValue), "title": .string(title), "description": .string(description),
      "inputSchema": .object(parameters), "outputSchema": result,
      "annotations": ToolList.hints(
        readOnly: isReadOnly,
        destructive: !isReadOnly,
        idempotent: isReadOnly,
        openWorld: isOpenWorld
      ),
    ]
  }
}
