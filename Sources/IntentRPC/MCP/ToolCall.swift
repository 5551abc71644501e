import IntentKit
import JSONText

/// A tool called by a client.
struct ToolCall: Sendable, Hashable {
  let name: String
  let arguments: JSONObject
  let key: String?

  /// Reads the parameters of `tools/call`.
  init(_ request: RPCRequest, tools: ToolList) throws(RPCError) {
    let parameters = request.parameters.named
    guard let name = parameters["name"]?.string else {
      throw .invalidParameters("'tools/call' needs 'name', a text.")
    }
    if let refusal = tools.refusal(of: name, among: ToolSelection.builtInNames) {
      throw RPCError(refusal, code: .invalidParameters)
    }
    switch parameters["arguments"] {
    case nil, .null: arguments = JSONObject()
    case .object(let members): arguments = members
    default: throw .invalidParameters("'arguments' of 'tools/call' must be an object.")
    }
    self.name = name
    key = request.meta[MetaKey.key]?.string
  }

  /// The call of the intent that the tool is.
  var call: IntentCall { IntentCall(name, with: arguments, key: key) }

  var isPlan: Bool { name == ToolList.plan }

  /// The kind of document that it does; nil for another tool.
  var document: CompositeTool? { CompositeTool(rawValue: name) }
}
