import IntentKit
import JSONText

/// The tools that the Model Context Protocol is offered: the intents that it may ask for, and `Plan`.
struct ToolList: Sendable {
  /// The tool that tells what a call would do.
  static let plan = "Plan"

  private let all: [JSONValue]
  private let names: [String]
  private let pageSize: Int

  init(_ intents: ServedIntents, pageSize: Int) {
    let offered = intents.definitions.filter { $0.doors.contains(.mcp) && $0.id != Self.plan }
    names = offered.map(\.id) + [Self.plan]
    all = offered.map(\.tool) + [Self.planTool(of: offered.map(\.id))]
    self.pageSize = pageSize
  }

  func has(_ name: String) -> Bool { names.contains(name) }

  /// The names near to one that is not there.
  func near(_ name: String) -> String? { NearMiss.of(name, in: names) }

  /// A page of the list; a cursor is the name of the last tool of the page before.
  func page(after cursor: JSONValue?) throws(RPCError) -> JSONObject {
    let start = try start(after: cursor)
    let end = min(start + pageSize, all.count)
    var page: JSONObject = ["tools": .array(Array(all[start..<end]))]
    if end < all.count { page["nextCursor"] = .string(names[end - 1]) }
    return page
  }

  private func start(after cursor: JSONValue?) throws(RPCError) -> Int {
    switch cursor {
    case nil, .null, "": return 0
    case .string(let name):
      if let place = names.firstIndex(of: name), place + 1 < names.count { return place + 1 }
    default: break
    }
    throw .invalidParameters("There is no page of tools after this 'cursor'.")
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
    [
      "name": .string(id), "title": .string(title), "description": .string(description),
      "inputSchema": PublicSchema.of(.object(parameters), at: .mcp),
      "outputSchema": PublicSchema.of(.object(result), at: .mcp),
      "annotations": ToolList.hints(
        title: title,
        readOnly: effects.readOnly,
        destructive: effects.destructive,
        idempotent: effects.idempotent,
        openWorld: effects.openWorld
      ),
    ]
  }
}
