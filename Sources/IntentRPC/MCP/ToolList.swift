import IntentKit
import JSONText

/// The tools that clients of the Model Context Protocol may call: intents, `DryRunPlan`, and those for
/// documents.
struct ToolList: Sendable {
  /// The tool that tells what a call would do.
  static let plan = "Plan"

  private let intents: IntentCatalog
  private let pageSize: Int
  let selection: ToolSelection

  init(_ intents: IntentCatalog, _ selection: ToolSelection = .all, pageSize: Int) {
    self.intents = intents
    self.selection = selection
    self.pageSize = pageSize
  }

  private var offered: [IntentDefinition] {
    intents.callableIntents(from: .mcp).filter { selection.contains($0.id) && !own.contains($0.id) }
  }

  /// The names of the tools that are no intents.
  private var own: [String] {
    // A read-only server has no use for plans: it can do all that it could plan.
    let plan = intents.engine.isReadOnly && selection.makeRunID != nil ? [] : [Self.plan]
    let documents = selection.makeRunID == nil ? [] : CompositeTool.allCases.map(\.rawValue)
    return (plan + documents).filter(selection.contains)
  }

  var capabilities: JSONValue { intents.canChange ? ["listChanged": true] : [:] }

  /// Told where the list is another.
  static func change(_ meta: JSONObject = [:]) -> RPCNotification {
    RPCNotification(
      "notifications/tools/list_changed",
      meta.isEmpty ? [:] : ["_meta": .object(meta)]
    )
  }

  /// The reason why a tool cannot be called; nil where it can.
  ///
  /// - Parameter builtInNames: those of the tools that are no intents, where one of them may be called.
  func refusal(of name: String, among builtInNames: [String] = []) -> OutcomeError? {
    let isKnown =
      builtInNames.contains(name) && ([Self.plan] + own).contains(name)
      || intents.definition(of: name)?.sources.contains(.mcp) == true
    if isKnown, selection.contains(name) { return nil }
    return OutcomeError(
      .badInput,
      code: isKnown ? "toolNotOffered" : "invalidValue",
      message: isKnown
        ? "The tool \(name.quoted) is not offered; start the server with '--tools all', "
          + "or name it in '--tools', to have it."
        : "There is no tool \(name.quoted)\(near(name).suggestion)."
    )
  }

  private func near(_ name: String) -> String? {
    TypoSuggestion.closest(to: name, in: offered.map(\.id) + own)
  }

  func page(after cursor: JSONValue?) throws(RPCError) -> JSONObject {
    let (offered, own) = (offered, own)
    var tools = offered.map {
      Paginator.Item(name: $0.id, json: $0.tool(usesCompactSchemas: selection.usesCompactSchemas))
    }
    if own.contains(Self.plan) {
      tools.append(Paginator.Item(name: Self.plan, json: planTool(of: offered.map(\.id))))
    }
    for tool in CompositeTool.allCases where own.contains(tool.rawValue) {
      let json = tool.json(
        isReadOnly: intents.engine.isReadOnly,
        isOpenWorld: offered.contains { $0.effects.openWorld }
      )
      tools.append(Paginator.Item(name: tool.rawValue, json: json))
    }
    return try Paginator(member: "tools", items: tools, size: pageSize).page(after: cursor)
  }

  private func planTool(of ids: [String]) -> JSONValue {
    [
      "name": .string(Self.plan),
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
      "annotations": Self.hints(
        title: selection.usesCompactSchemas ? nil : "Plan",
        readOnly: true,
        destructive: false,
        idempotent: true,
        openWorld: false
      ),
    ]
  }

  /// The hints that the protocol names.
  ///
  /// - Parameter title: the tool's title, for clients from before tools had one; nil to leave it out.
  static func hints(
    title: String? = nil,
    readOnly: Bool,
    destructive: Bool,
    idempotent: Bool,
    openWorld: Bool
  ) -> JSONValue {
    var hints = JSONObject()
    hints["title"] = title.map { .string($0) }
    hints["readOnlyHint"] = .bool(readOnly)
    hints["destructiveHint"] = .bool(destructive)
    hints["idempotentHint"] = .bool(idempotent)
    hints["openWorldHint"] = .bool(openWorld)
    return .object(hints)
  }
}

extension IntentDefinition {
  /// The intent as a tool.
  ///
  /// - Parameter usesCompactSchemas: whether the list should take little of a context.
  fileprivate func tool(usesCompactSchemas: Bool) -> JSONValue {
    let (input, output) = (
      SchemaExporter.export(.object(parameters), for: .mcp),
      SchemaExporter.export(.object(result), for: .mcp)
    )
    var tool: JSONObject = [
      "name": .string(id), "title": .string(title), "description": .string(description),
      "inputSchema": usesCompactSchemas ? SchemaCompactor.compactArguments(input) : input,
    ]
    // Of some nothing is known but that it is an object.
    if !result.isEmpty {
      tool["outputSchema"] =
        usesCompactSchemas
        ? SchemaCompactor.compactResult(output, isChange: !effects.readOnly) : output
    }
    tool["annotations"] = ToolList.hints(
      title: usesCompactSchemas ? nil : title,
      readOnly: effects.readOnly,
      destructive: effects.destructive,
      idempotent: effects.idempotent,
      openWorld: effects.openWorld
    )
    return .object(tool)
  }
}
