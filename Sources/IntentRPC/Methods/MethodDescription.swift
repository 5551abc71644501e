import JSONText

/// The description of a method that is not an intent, as listed by `initialize` and `rpc.discover`.
struct MethodDescription: Sendable {
  let name: String
  let summary: String
  /// The JSON Schemas of the method's parameters, by name.
  let parameters: JSONObject
  var required: [String] = []
  /// The JSON Schema of the method's result; nil if the method is a notification.
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

  /// The methods that begin, check and end a session.
  static let session = [
    MethodDescription("initialize", "Begins the session.", ["capabilities": object]),
    MethodDescription("initialized", "Confirms that the session has begun.", result: nil),
    MethodDescription("ping", "Returns an empty result immediately."),
    MethodDescription("shutdown", "Ends the session.", result: ["type": "null"]),
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

  /// The methods that list, describe, check and run intents and workflows.
  static let intents = [
    MethodDescription("minuta/intents", "Lists the definitions of all intents."),
    MethodDescription(
      "minuta/describe",
      "Returns the definition of an intent.",
      ["intent": text],
      required: ["intent"]
    ),
    MethodDescription(
      "minuta/run",
      "Calls an intent, or performs a dry run.",
      call.merging(["dryRun": flag, "timeoutMs": time, "input": object]).merging(token),
      required: ["intent"],
      result: OpenRPCDocument.outcome
    ),
    MethodDescription(
      "minuta/workflow",
      "Runs a workflow given by definition or id, or performs a dry run.",
      (["definition": object, "id": text, "with": object, "dryRun": flag, "timeoutMs": time]
        as JSONObject).merging(token),
      result: OpenRPCDocument.outcome
    ),
    MethodDescription(
      "minuta/check",
      "Checks a call or a workflow without running it.",
      call.merging(["definition": object])
    ),
  ]

  /// The methods that begin and end a client's subscriptions to changes.
  static let subscriptions = [
    MethodDescription(
      "minuta/subscribe",
      "Returns a resource, and sends 'minuta/changed' when it changes.",
      ["uri": text]
    ),
    MethodDescription(
      "minuta/unsubscribe",
      "Ends the subscription to a resource.",
      ["uri": text],
      result: ["type": "null"]
    ),
  ]
}
