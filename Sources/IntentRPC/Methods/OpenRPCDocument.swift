import IntentKit
import JSONText

/// A document in the OpenRPC format that describes all plain JSON-RPC methods, including the
/// intents.
struct OpenRPCDocument {
  private static let version = "1.3.2"
  /// The JSON Schema of a call's outcome, as a reference into the document.
  static let outcome: JSONValue = ["$ref": "#/components/schemas/Outcome"]

  let info: ServerInfo
  let methods: [MethodDescription]
  let intents: [IntentDefinition]

  var json: JSONValue {
    [
      "openrpc": .string(Self.version),
      "info": ["title": .string(info.name), "version": .string(info.version)],
      "methods": .array(methods.map(Self.method) + intents.map(Self.method)),
      "components": ["schemas": ["Outcome": Self.outcomeSchema]],
    ]
  }

  private static func method(_ description: MethodDescription) -> JSONValue {
    var method: JSONObject = [
      "name": .string(description.name), "summary": .string(description.summary),
      "paramStructure": "by-name",
      "params": .array(parameters(description.parameters, required: description.required)),
    ]
    if let result = description.result {
      method["result"] = ["name": "result", "schema": result]
    }
    return .object(method)
  }

  private static func method(_ intent: IntentDefinition) -> JSONValue {
    let required = intent.requiredParameters
    var value: JSONObject = ["type": "object"]
    value["properties"] = ["value": .object(intent.result)]
    var method: JSONObject = [
      "name": .string(intent.id), "summary": .string(intent.title),
      "description": .string(intent.description), "paramStructure": "by-name",
      "params": .array(parameters(intent.properties, required: required)),
      "result": ["name": "outcome", "schema": ["allOf": [outcome, .object(value)]]],
    ]
    if !intent.errors.isEmpty { method["errors"] = .array(intent.errors.map(error)) }
    method["x-minuta-effects"] = intent.json["effects"]
    return .object(method)
  }

  private static func parameters(_ schemas: JSONObject, required: [String]) -> [JSONValue] {
    schemas.members.map { member in
      var parameter: JSONObject = ["name": .string(member.key)]
      parameter["description"] = member.value["description"]
      parameter["required"] = .bool(required.contains(member.key))
      parameter["schema"] = member.value
      return .object(parameter)
    }
  }

  private static func error(_ code: String) -> JSONValue {
    [
      "code": .number(JSONNumber(RPCErrorCode.failed.rawValue)), "message": .string(code),
      "data": ["code": .string(code)],
    ]
  }

  private static let outcomeSchema: JSONValue = [
    "type": "object",
    "required": ["status", "dialog"],
    "properties": [
      "status": ["enum": ["ok", "planned", "needsInput"]], "dialog": ["type": "string"],
      "value": ["type": "object"], "revision": ["type": "integer"],
      "repeated": ["type": "boolean"], "run": ["type": "string"], "plan": ["type": "object"],
      "inputRequest": ["type": "object"],
    ],
  ]
}
