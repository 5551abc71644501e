import IntentKit
import JSONText

/// The tools that MCP clients can see: the intents, the dry-run tool `Plan`, and the composite
/// tools.
struct ToolList: Sendable {
  /// The name of the tool that performs a dry run of a call.
  static let plan = "Plan"

  private let intents: IntentCatalog
  private let pageSize: Int
  let selection: ToolSelection

  init(_ intents: IntentCatalog, _ selection: ToolSelection = .all, pageSize: Int) {
    self.intents = intents
    self.selection = selection
    self.pageSize = pageSize
  }

  private var offeredIntents: [IntentDefinition] {
    intents.callableIntents(from: .mcp).filter {
      selection.contains($0.id) && !builtInTools.contains($0.id)
    }
  }

  /// The names of the offered tools that don't stand for an intent.
  private var builtInTools: [String] {
    // A read-only server changes nothing, so `Plan` would only take up space in an assistant's
    // context.
    let plan = intents.engine.isReadOnly && selection.makeRunID != nil ? [] : [Self.plan]
    let compositeTools = selection.makeRunID == nil ? [] : CompositeTool.allCases.map(\.rawValue)
    return (plan + compositeTools).filter(selection.contains)
  }

  var capabilities: JSONValue { intents.canChange ? ["listChanged": true] : [:] }

  /// Returns the notification that the tool list has changed.
  static func change(_ meta: JSONObject = [:]) -> RPCNotification {
    RPCNotification(
      "notifications/tools/list_changed",
      meta.isEmpty ? [:] : ["_meta": .object(meta)]
    )
  }

  /// Returns the reason why a tool can't be called; nil if it can.
  ///
  /// - Parameter builtInNames: the names of the built-in tools that may be called here.
  func refusal(of name: String, among builtInNames: [String] = []) -> Failure? {
    let isKnown =
      builtInNames.contains(name) && ([Self.plan] + builtInTools).contains(name)
      || intents.definition(of: name)?.sources.contains(.mcp) == true
    if isKnown, selection.contains(name) { return nil }
    return isKnown ? .toolNotOffered(name) : .unknownTool(name, near: near(name))
  }

  private func near(_ name: String) -> String? {
    TypoSuggester.closest(to: name, in: offeredIntents.map(\.id) + builtInTools)
  }

  /// Returns the schema of a tool's arguments; nil if there is no such tool.
  func parameters(of name: String) -> JSONObject? {
    if name == Self.plan { return planParameters(ids: nil) }
    return CompositeTool(rawValue: name)?.parameters ?? intents.definition(of: name)?.parameters
  }

  func page(after cursor: JSONValue?) throws(RPCError) -> JSONObject {
    let (offeredIntents, builtInTools) = (offeredIntents, builtInTools)
    var tools = offeredIntents.map {
      Paginator.Item(name: $0.id, json: $0.tool(usesCompactSchemas: selection.usesCompactSchemas))
    }
    if builtInTools.contains(Self.plan) {
      tools.append(Paginator.Item(name: Self.plan, json: planTool(of: offeredIntents.map(\.id))))
    }
    for tool in CompositeTool.allCases where builtInTools.contains(tool.rawValue) {
      let json = tool.json(
        isReadOnly: intents.engine.isReadOnly,
        isOpenWorld: offeredIntents.contains { $0.effects.openWorld }
      )
      tools.append(Paginator.Item(name: tool.rawValue, json: json))
    }
    return try Paginator(member: "tools", items: tools, size: pageSize).page(after: cursor)
  }

  /// Returns the schema of the arguments of `Plan`.
  ///
  /// - Parameter ids: the names of the tools whose calls can be planned; nil to accept any.
  private func planParameters(ids: [String]?) -> JSONObject {
    var intent: JSONObject = ["type": "string", "description": "Tool name."]
    intent["enum"] = ids.map { .array($0.map { .string($0) }) }
    return [
      "type": "object",
      "properties": ["intent": .object(intent), "with": CompositeTool.arguments],
      "required": ["intent"], "additionalProperties": false,
    ]
  }

  private func planTool(of ids: [String]) -> JSONValue {
    [
      "name": .string(Self.plan),
      "title": "Plan",
      "description":
        "Reports what a call of another tool would change; changes nothing.",
      "inputSchema": SchemaExporter.exportArguments(planParameters(ids: ids)),
      "outputSchema": [
        "type": "object",
        "properties": [
          "dialog": ["type": "string"],
          "value": [
            "type": "object", "description": "The result of the call.",
            "additionalProperties": true,
          ],
          "plan": [
            "type": "object",
            "properties": [
              "with": [
                "type": "object", "description": "The resolved arguments.",
                "additionalProperties": true,
              ],
              "changes": [
                "type": "array", "items": ["type": "object", "additionalProperties": true],
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

  /// Returns the annotations that describe a tool's effects.
  ///
  /// - Parameter title: the tool's title, for older clients that read it only here; nil to omit it.
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
  /// Returns the entry for the intent in the result of `tools/list`.
  ///
  /// - Parameter usesCompactSchemas: whether to shorten the schemas, so they use fewer tokens of a
  ///   model's context.
  fileprivate func tool(usesCompactSchemas: Bool) -> JSONValue {
    let (input, output) = (
      SchemaExporter.exportArguments(parameters), SchemaExporter.export(.object(result), for: .mcp)
    )
    var tool: JSONObject = [
      "name": .string(id), "title": .string(title), "description": .string(description),
      "inputSchema": usesCompactSchemas ? SchemaCompactor.compactArguments(input) : input,
    ]
    // Omit an empty result schema, because it says nothing about the result.
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
