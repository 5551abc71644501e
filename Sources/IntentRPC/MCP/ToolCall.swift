import IntentKit
import JSONText

/// A tool call as received from an MCP client.
struct ToolCall: Sendable, Hashable {
  let name: String
  let arguments: JSONObject
  let key: String?

  /// Reads the parameters of a `tools/call` request.
  init(_ request: RPCRequest, tools: ToolList) throws(RPCError) {
    let parameters = request.parameters.named
    guard let name = parameters["name"]?.string else {
      throw .missing("name", "string", in: request.method)
    }
    if let refusal = tools.refusal(of: name, among: ToolSelection.builtInNames) {
      throw RPCError(refusal)
    }
    let schema: JSONObject = ["type": "object"]
    let reader = LenientArguments(parametersOfTool: tools.parameters)
    let given = parameters["arguments"] ?? .null
    switch reader.value(given, as: schema.merging(tools.parameters(of: name) ?? [:])) {
    case nil: arguments = JSONObject()
    case .object(let members)?: arguments = members
    default: throw .wrongType(of: "arguments", "an object", in: request.method)
    }
    self.name = name
    key = request.meta[MCPMetaKey.key]?.string
  }

  /// The call of the intent that the tool stands for.
  var call: IntentCall { IntentCall(name, with: arguments, key: key) }

  var isPlan: Bool { name == ToolList.plan }

  /// The composite tool that is called; nil if another tool is called.
  var compositeTool: CompositeTool? { CompositeTool(rawValue: name) }
}
