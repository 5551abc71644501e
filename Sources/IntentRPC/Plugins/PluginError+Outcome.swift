package import IntentKit
import JSONText

extension PluginError {
  /// The plugin's error as an `IntentError`.
  package var intentError: IntentError {
    switch self {
    case .server(_, .silence, _): .timeout(outcomeError)
    case .server(_, .cancellation, _): .cancelled
    case .backingOff: .busy(outcomeError)
    default: .failed(outcomeError)
    }
  }

  /// The plugin's error as the error of a failed call's outcome.
  package var outcomeError: OutcomeError {
    OutcomeError(kind, code: code, message: message, data: data)
  }

  private var kind: OutcomeError.Kind {
    switch self {
    case .unknown, .badName, .taken, .relativeCommand, .badManifest, .untrustedFile, .unknownTool:
      .badInput
    default: .failure
    }
  }

  private var code: String {
    switch self {
    case .unknown: "unknownPlugin"
    case .badName: "invalidValue"
    case .taken: "pluginTaken"
    case .relativeCommand: "relativeCommand"
    case .unreadable: "unreadableManifest"
    case .badManifest: "malformedManifest"
    case .manifestTooLarge: "manifestTooLarge"
    case .untrustedFile: "untrustedManifest"
    case .changedFile, .changedTool: "pluginChanged"
    case .unknownTool: "unknownTool"
    case .nestingTooDeep: "pluginTooDeep"
    case .backingOff: "pluginResting"
    case .toolFailed: "toolFailed"
    case .invalidToolResult: "invalidToolResult"
    case .staleReply: "staleReply"
    case .server(_, .silence, _): "timeout"
    case .server(_, .cancellation, _): "cancelled"
    case .server: "pluginFailed"
    }
  }

  private var data: JSONObject {
    switch self {
    case .unknown(let name, _), .taken(let name), .nestingTooDeep(let name, _),
      .backingOff(let name, _, _),
      .manifestTooLarge(let name, _),
      .staleReply(let name), .server(let name, _, _):
      ["plugin": .string(name)]
    case .badName, .relativeCommand: [:]
    case .unreadable(let file, _), .badManifest(let file, _, _): ["file": .string(file)]
    case .untrustedFile(let file, let untrustedPath):
      ["file": .string(file), "untrustedPath": .string(untrustedPath)]
    case .changedFile(let plugin, let path): ["plugin": .string(plugin), "file": .string(path)]
    case .changedTool(let plugin, let tool), .unknownTool(let plugin, let tool, _),
      .invalidToolResult(let plugin, let tool, _):
      ["plugin": .string(plugin), "tool": .string(tool)]
    case .toolFailed(let plugin, let tool, _, let data):
      data.merging(["plugin": .string(plugin), "tool": .string(tool)])
    }
  }
}
