package import IntentKit
import JSONText

extension PluginError {
  /// The error as the engine knows it.
  package var intentError: IntentError {
    switch self {
    case .server(_, .silence, _): .timeout(outcomeError)
    case .server(_, .cancellation, _): .cancelled
    case .backingOff: .busy(outcomeError)
    default: .failed(outcomeError)
    }
  }

  /// The error as an outcome tells it.
  package var outcomeError: OutcomeError {
    OutcomeError(kind, code: code, message: sentence, data: data)
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

  private var sentence: String {
    switch self {
    case .unknown(let name, let near): "There is no plugin \(name.quoted)\(near.suggestion)."
    case .badName(let name):
      "\(name.quoted) cannot name a plugin; small letters, digits and '_' can, a letter first, "
        + "24 at most."
    case .taken(let name):
      "There is a plugin \(name.quoted); 'minuta plugin remove \(name)' makes room."
    case .relativeCommand(let command, let found):
      "The program of a plugin is named by its absolute path, not by \(command.quoted)"
        + found.suggestion + "."
    case .unreadable(let file, let reason): "The manifest '\(file)' cannot be used: \(reason)."
    case .badManifest(let file, let problem): "The manifest '\(file)' is wrong, \(problem)."
    case .manifestTooLarge(let name, let limit):
      "The manifest of the plugin \(name.quoted) would have more than \(limit >> 20) MiB; allow fewer "
        + "tools with '--allow'."
    case .untrustedFile(let file, let untrustedPath):
      "The manifest '\(file)' is not used because somebody else owns or can write '\(untrustedPath)'; "
        + "make it yours alone (chown, chmod go-w)."
    case .changedFile(let plugin, let path):
      "The plugin \(plugin.quoted) is not started since '\(path)' has changed; "
        + "'minuta plugin update \(plugin)' shows what is other now."
    case .changedTool(let plugin, let tool):
      "The tool \(tool.quoted) of the plugin \(plugin.quoted) has changed since it was allowed; "
        + "'minuta plugin update \(plugin)' shows how."
    case .unknownTool(let plugin, let tool, let near):
      "The plugin \(plugin.quoted) has no tool \(tool.quoted)\(near.suggestion)."
    case .nestingTooDeep(let plugin, let limit):
      "The plugin \(plugin.quoted) is not started, as this Minuta was itself started by plugins, "
        + "\(limit) deep."
    case .backingOff(let plugin, let seconds, let why):
      "The plugin \(plugin.quoted) failed again and is left alone for \(seconds) s: \(why)."
    case .toolFailed(_, _, let message, _): message
    case .invalidToolResult(let plugin, let tool, let problem):
      "The tool \(tool.quoted) of the plugin \(plugin.quoted) answered what it should not: \(problem)"
    case .staleReply(let plugin):
      "The plugin \(plugin.quoted) does not wait for this answer any more; call again without it."
    case .server(let plugin, .cancellation, _):
      "The call of the plugin \(plugin.quoted) was cancelled."
    case .server(let plugin, _, let why):
      "The plugin \(plugin.quoted) could not do it: \(why)\(why.hasSuffix(".") ? "" : ".")"
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
    case .unreadable(let file, _), .badManifest(let file, _): ["file": .string(file)]
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
