import IntentKit
import JSONText

/// The tools that the Model Context Protocol is offered: the intents that it may ask for, and `Plan`.
struct ToolList: Sendable {
  /// The tool that tells what a call would do.
  static let plan = "Plan"

  private let intents: ServedIntents
  private let pageSize: Int

  init(_ intents: ServedIntents, pageSize: Int) {
    self.intents = intents
    self.pageSize = pageSize
  }

  private var offered: [IntentDefinition] {
    intents.definitions.filter { $0.doors.contains(.mcp) && $0.id != Self.plan }
  }

  var capabilities: JSONValue { intents.canChange ? ["listChanged": true] : [:] }

  /// Told where the list is another.
  static func change(_ meta: JSONObject = [:]) -> RPCNotification {
    RPCNotification(
      "notifications/tools/list_changed",
      meta.isEmpty ? [:] : ["_meta": .object(meta)]
    )
  }

  func has(_ name: String) -> Bool {
    name == Self.plan || intents.definition(of: name)?.doors.contains(.mcp) == true
  }

  /// The name near to one that is not there.
  func near(_ name: String) -> String? { NearMiss.of(name, in: offered.map(\.id) + [Self.plan]) }

  func page(after cursor: JSONValue?) throws(RPCError) -> JSONObject {
    let offered = offered
    var tools = offered.map { Pages.Item(name: $0.id, json: $0.tool) }
    tools.append(Pages.Item(name: Self.plan, json: Self.planTool(of: offered.map(\.id))))
    return try Pages(member: "tools", items: tools, size: pageSize).page(after: cursor)
  }

  private static func planTool(of ids: [String]) -> JSONValue {
    [
      "name": .string(plan),
      "title": "Plan",
      "description":
        "Tells what a call of another tool would do, with its values resolved, and changes nothing.",
      "inputSchema": [
        "type": "object",
        "properties": [
          "intent": [
            "type": "string", "description": "The name of the tool.",
            "enum": .array(ids.map { .string($0) }),
          ],
          "with": ["type": "object", "description": "The arguments it would be called with."],
        ],
        "required": ["intent"],
        "additionalProperties": false,
      ],
      "outputSchema": [
        "type": "object",
        "properties": [
          "dialog": ["type": "string"],
          "value": [
            "type": "object", "description": "What the tool would answer.",
            "additionalProperties": true,
          ],
          "plan": [
            "type": "object",
            "properties": [
              "with": [
                "type": "object", "description": "The arguments as they were understood.",
                "additionalProperties": true,
              ],
              "changes": [
                "type": "array", "description": "What would be other than before.",
                "items": ["type": "object", "additionalProperties": true],
              ],
            ],
            "required": ["with", "changes"],
          ],
        ],
        "required": ["dialog", "value"],
      ],
      "annotations": hints(
        title: "Plan",
        readOnly: true,
        destructive: false,
        idempotent: true,
        openWorld: false
      ),
    ]
  }

  fileprivate static func hints(
    title: String,
    readOnly: Bool,
    destructive: Bool,
    idempotent: Bool,
    openWorld: Bool
  ) -> JSONValue {
    [
      "title": .string(title), "readOnlyHint": .bool(readOnly),
      "destructiveHint": .bool(destructive), "idempotentHint": .bool(idempotent),
      "openWorldHint": .bool(openWorld),
    ]
  }
}

extension IntentDefinition {
  /// The intent as a tool.
  fileprivate var tool: JSONValue {
    var tool: JSONObject = [
      "name": .string(id), "title": .string(title), "description": .string(description),
      "inputSchema": PublicSchema.of(.object(parameters), at: .mcp),
    ]
    // Of some nothing is known but that it is an object.
    if !result.isEmpty { tool["outputSchema"] = PublicSchema.of(.object(result), at: .mcp) }
    tool["annotations"] = ToolList.hints(
      title: title,
      readOnly: effects.readOnly,
      destructive: effects.destructive,
      idempotent: effects.idempotent,
      openWorld: effects.openWorld
    )
    return .object(tool)
  }
}
