import JSONText

/// A method of plain JSON-RPC that is no intent, as `initialize` and `rpc.discover` list it.
struct MethodDescription: Sendable {
  let name: String
  let summary: String
  /// The JSON Schemas of the parameters, by their names.
  let parameters: JSONObject
  var required: [String] = []
  /// The JSON Schema of the result; nil for a notification.
  var result: JSONValue? = ["type": "object"]

  init(
    _ name: String,
    _ summary: String,
    _ parameters: JSONObject = [:],
    required: [String] = [],
    result: JSONValue? = ["type": "object"]
  ) {
    (self.name, self.summary, self.parameters) = (name, summary, parameters)
    (self.required, self.result) = (required, result)
  }
}

extension MethodDescription {
  private static let text: JSONValue = ["type": "string"]
  private static let object: JSONValue = ["type": "object"]
  private static let flag: JSONValue = ["type": "boolean"]
  private static let time: JSONValue = ["type": "integer", "minimum": 1]
  private static let call: JSONObject = ["intent": text, "with": object, "key": text]
  private static let token: JSONObject = ["workDoneToken": ["type": ["string", "integer"]]]

  /// The methods of a session.
  static let session = [
    MethodDescription("initialize", "Begins a session.", ["capabilities": object]),
    MethodDescription("initialized", "Confirms that a session has begun.", result: nil),
    MethodDescription("ping", "Answers at once."),
    MethodDescription("shutdown", "Ends a session.", result: ["type": "null"]),
    MethodDescription("exit", "Ends the server.", result: nil),
    MethodDescription(
      "$/cancelRequest",
      "Cancels a request.",
      ["id": ["type": ["string", "integer"]]],
      required: ["id"],
      result: nil
    ),
    MethodDescription("rpc.discover", "Describes all methods as an OpenRPC document."),
  ]

  /// The methods about intents and workflows.
  static let intents = [
    MethodDescription("minuta/intents", "Lists the definitions of all intents."),
    MethodDescription(
      "minuta/describe",
      "Gives the definition of an intent.",
      ["intent": text],
      required: ["intent"]
    ),
    MethodDescription(
      "minuta/run",
      "Does a call, or plans it.",
      call.merging(["dryRun": flag, "timeoutMs": time, "input": object]).merging(token),
      required: ["intent"],
      result: OpenRPCDocument.outcome
    ),
    MethodDescription(
      "minuta/workflow",
      "Does a workflow that is sent along or known by its id, or plans it.",
      (["definition": object, "id": text, "with": object, "dryRun": flag, "timeoutMs": time]
        as JSONObject).merging(token),
      result: OpenRPCDocument.outcome
    ),
    MethodDescription(
      "minuta/check",
      "Tells what is wrong with a call or a workflow, and does nothing.",
      call.merging(["definition": object])
    ),
  ]

  /// The methods by which changes are told.
  static let live = [
    MethodDescription(
      "minuta/subscribe",
      "Gives a resource, and tells its changes by 'minuta/changed'.",
      ["uri": text]
    ),
    MethodDescription(
      "minuta/unsubscribe",
      "Tells no more changes of a resource.",
      ["uri": text],
      result: ["type": "null"]
    ),
  ]
}
