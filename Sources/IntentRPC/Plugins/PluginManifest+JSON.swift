import Foundation
package import IntentKit
package import JSONText

extension PluginManifest {
  /// The manifest as JSON, as it is saved in its file.
  package var json: JSONValue {
    var server: JSONObject = [
      "command": .string(command), "args": .array(arguments.map { .string($0) }),
      "env": .object(environment.json),
      "inheritEnv": .array(inheritedVariables.map { .string($0) }),
    ]
    server["protocol"] = version.map { .string($0) }
    return [
      "minuta": 1, "plugin": .string(name), "mcp": .object(server),
      "allow": .array(tools.map { .string($0.name) }), "resources": .bool(allowsResources),
      "listed": .array(resources.map { .string($0) }),
      "trustAnnotations": .bool(trustsAnnotations), "timeouts": limits.json,
      "pin": [
        "files": .object(pins.files.json), "stamps": .object(pins.fingerprints.json),
        "tools": .object(pins.tools.json),
      ],
      "tools": .array(tools.map(\.json)),
    ]
  }

  /// Parses a plugin's manifest.
  ///
  /// - Parameter file: the path of the manifest file, for error messages.
  package init(
    parsing bytes: [UInt8],
    name: String,
    file: String
  ) throws(Failure) {
    let json = try Self.checked(bytes, name: name, file: file)
    let server = json["mcp"]
    self.init(
      name: name,
      command: server?["command"]?.string ?? "",
      arguments: server?["args"]?.strings ?? []
    )
    environment = server?["env"]?.object?.texts ?? [:]
    inheritedVariables = server?["inheritEnv"]?.strings ?? Self.defaultInheritedVariables
    version = server?["protocol"]?.string
    let allowed = Set(json["allow"]?.strings ?? [])
    tools = (json["tools"]?.array ?? []).compactMap(PluginTool.init)
      .filter { allowed.contains($0.name) }
    allowsResources = json["resources"]?.bool ?? false
    resources = json["listed"]?.strings ?? []
    trustsAnnotations = json["trustAnnotations"]?.bool ?? false
    pins.files = json["pin"]?["files"]?.object?.texts ?? [:]
    pins.fingerprints = json["pin"]?["stamps"]?.object?.texts ?? [:]
    pins.tools = json["pin"]?["tools"]?.object?.texts ?? [:]
    limits = ServerProgram.Limits(json["timeouts"])
  }

  private static func checked(
    _ bytes: [UInt8],
    name: String,
    file: String
  ) throws(Failure) -> JSONValue {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw .malformedManifest(
        file,
        line: error.line,
        problem: "Invalid JSON: \(error.problem)."
      )
    }
    if let problem = SchemaValidator(schema).problems(in: json).first {
      throw .malformedManifest(
        file,
        line: problem.pointer.line(in: bytes) ?? 1,
        problem: problem.sentence(saying: "key")
      )
    }
    guard json["plugin"]?.string == name else {
      throw .malformedManifest(
        file,
        line: JSONPointer(["plugin"]).line(in: bytes) ?? 1,
        problem: "'plugin' must be \(name.quoted), like the name of the file."
      )
    }
    guard let command = json["mcp"]?["command"]?.string, command.hasPrefix("/") else {
      throw .malformedManifest(
        file,
        line: JSONPointer(["mcp", "command"]).line(in: bytes) ?? 1,
        problem: "'command' in 'mcp' must be an absolute path."
      )
    }
    return json
  }

  private static let texts: JSONValue = [
    "type": "object", "additionalProperties": ["type": "string"],
  ]
  private static let list: JSONValue = ["type": "array", "items": ["type": "string"]]
  /// The JSON Schema of a timeout in milliseconds, at most one day.
  private static let limit: JSONValue = ["type": "integer", "minimum": 1, "maximum": 86_400_000]

  /// The JSON Schema of a manifest.
  package static let schema: JSONObject = [
    "title": "Plugin of Minuta",
    "type": "object",
    "required": ["minuta", "plugin", "mcp", "allow", "pin", "tools"],
    "properties": [
      "$schema": ["type": "string"],
      "minuta": ["const": 1],
      "plugin": ["type": "string"],
      "mcp": [
        "type": "object",
        "required": ["command"],
        "properties": [
          "command": ["type": "string"], "args": list, "env": texts, "inheritEnv": list,
          "protocol": ["type": "string"],
        ],
        "additionalProperties": false,
      ],
      "allow": list,
      "resources": ["type": "boolean"],
      "listed": list,
      "trustAnnotations": ["type": "boolean"],
      "timeouts": [
        "type": "object",
        "properties": ["startMs": limit, "callMs": limit, "wholeMs": limit, "stopMs": limit],
        "additionalProperties": false,
      ],
      "pin": [
        "type": "object",
        "properties": ["files": texts, "stamps": texts, "tools": texts],
        "additionalProperties": false,
      ],
      "tools": ["type": "array", "items": ["type": "object"]],
    ],
    "additionalProperties": false,
  ]
}

extension ServerProgram.Limits {
  fileprivate init(_ json: JSONValue?) {
    self.init()
    start = json?["startMs"]?.integer.map { .milliseconds($0) } ?? start
    call = json?["callMs"]?.integer.map { .milliseconds($0) } ?? call
    total = json?["wholeMs"]?.integer.map { .milliseconds($0) } ?? total
    stop = json?["stopMs"]?.integer.map { .milliseconds($0) } ?? stop
  }

  fileprivate var json: JSONValue {
    [
      "startMs": start.json, "callMs": call.json, "wholeMs": total.json, "stopMs": stop.json,
    ]
  }
}

extension Duration {
  fileprivate var json: JSONValue { .number(JSONNumber(milliseconds)) }
}

extension [String: String] {
  fileprivate var json: JSONObject {
    JSONObject(sorting: mapValues { .string($0) })
  }
}

extension JSONObject {
  fileprivate var texts: [String: String] {
    withoutComment.members.reduce(into: [:]) { $0[$1.key] = $1.value.string }
  }
}

extension JSONValue {
  fileprivate var strings: [String] { array?.compactMap(\.string) ?? [] }
}
