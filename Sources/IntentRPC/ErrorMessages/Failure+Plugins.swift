package import IntentKit
import JSONText
import SystemCalls

/// The failures of plugins.
extension Failure {
  private static func plugin(
    _ plugin: String,
    _ kind: Kind = .failed,
    code: String,
    _ message: some NoticeConvertible,
    data: JSONObject = [:]
  ) -> Failure {
    let facts: JSONObject = ["plugin": .string(plugin)]
    return Failure(kind, code: code, message: message, data: facts.merging(data))
  }

  /// The failure of a name that no plugin has; `near` is the most similar name.
  static func unknownPlugin(_ name: String, near: String?) -> Failure {
    let message = "There is no plugin \(name.quoted)\(near.suggestion)."
    return plugin(name, .badInput, code: unknownPluginCode, message)
  }

  static let unknownPluginCode = "unknownPlugin"

  /// The failure of a call whose plugin isn't installed; `near` is the most similar name of one.
  static func pluginNotInstalled(_ name: String, of intent: String, near: String?) -> Failure {
    plugin(
      name,
      .unknownIntent,
      code: "unknownIntent",
      "The plugin \(name.quoted) of the intent \(intent.quoted) isn't installed\(near.suggestion)."
        .suggesting("plugin add \(name) -- PROGRAM")
    )
  }

  /// The failure of a text that can't be the name of a plugin.
  package static func badPluginName(_ name: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidValue",
      message:
        "\(name.quoted) is not a valid plugin name. Use at most 24 lowercase letters, digits "
        + "and '_', beginning with a letter."
    )
  }

  /// The failure of adding a plugin whose name already exists.
  package static func pluginTaken(_ name: String) -> Failure {
    let message = "The plugin \(name.quoted) already exists. Remove it first."
    let command = "plugin remove \(name)"
    return plugin(name, .badInput, code: "pluginTaken", message.suggesting(command))
  }

  /// The failure of a command that is neither a path nor on the `PATH`; `found` is the path that the
  /// user probably meant.
  package static func relativeCommand(_ command: String, found: String?) -> Failure {
    let remedy = "Give the full path of the plugin's program\(found.suggestion)."
    let message = "There is no program \(command.quoted) on the PATH. \(remedy)"
    return Failure(.badInput, code: "relativeCommand", message: message)
  }

  /// The failure of a plugin of which a file has changed since the user allowed it.
  package static func changedFile(plugin: String, path: String) -> Failure {
    self.plugin(
      plugin,
      code: "pluginChanged",
      "The plugin \(plugin.quoted) can't run, because '\(path)' has changed since you allowed it. "
        + "Review the change.".suggesting("plugin update \(plugin)"),
      data: ["file": .string(path)]
    )
  }

  /// The failure of too many Minuta processes that have started each other through plugins.
  static func nestingTooDeep(plugin: String, limit: Int) -> Failure {
    self.plugin(
      plugin,
      code: "pluginTooDeep",
      "The plugin \(plugin.quoted) wasn't started, because Minuta and plugins that start it are "
        + "already nested \(limit) levels deep. Change the plugin so that it doesn't start Minuta."
    )
  }

  /// The failure of a plugin that has failed repeatedly, so that it isn't restarted for some
  /// seconds.
  static func backingOff(plugin: String, seconds: Int, why: String) -> Failure {
    let message = "The plugin \(plugin.quoted) keeps failing: \(why.asSentenceEnd)"
    return self.plugin(
      plugin,
      .busy,
      code: "pluginResting",
      message + " Try again in \(seconds) s."
    )
  }

  /// The failure of an answer to a prompt that is no longer open, for example because it has
  /// expired.
  static func staleReply(plugin: String) -> Failure {
    let message = "The plugin \(plugin.quoted) is no longer waiting for this answer."
    return self.plugin(plugin, code: "staleReply", message + " Repeat the call without the answer.")
  }

  /// The failure of a plugin that can't be used; `why` is the reason.
  static func pluginFailed(_ name: String, why: String) -> Failure {
    let message = "The plugin \(name.quoted) failed: \(why.asSentenceEnd)"
    return plugin(name, code: "pluginFailed", message)
  }

  /// Creates the failure of a call from an error in the communication with the plugin's server.
  init(_ error: MCPServerError, of plugin: String) {
    let failure = Failure.pluginFailed(plugin, why: error.reason)
    switch error {
    case .idleTimeout, .totalTimeout:
      self = .plugin(plugin, .timeout, code: "timeout", failure.message)
    case .cancelled:
      let message = "The call to the plugin \(plugin.quoted) was cancelled."
      self = .plugin(plugin, .cancelled, code: "cancelled", message)
    case .notMCP(let error):
      var data: JSONObject = [:]
      if case .ended(_, _, let code?) = error { data["exitCode"] = .number(JSONNumber(Int(code))) }
      self = .plugin(plugin, code: "notMCPServer", failure.message, data: data)
    case .refused, .ended, .malformedResponse, .notStarted, .tooMany, .unsupportedVersion:
      self = failure
    }
  }
}

/// The failures of a plugin's manifest.
extension Failure {
  /// The failure of a file, usually a manifest, that can't be read or written.
  ///
  /// - Parameter reason: the operating system's error message.
  static func unreadableManifest(_ file: String, reason: String) -> Failure {
    let message = "Can't access '\(file)': \(reason)."
    return Failure(code: "unreadableManifest", message: message, data: ["file": .string(file)])
  }

  /// The failure of an invalid manifest; `problem` is a sentence that says why.
  static func malformedManifest(_ file: String, line: Int, problem: String) -> Failure {
    Failure(
      .badInput,
      code: "malformedManifest",
      message: "\(file):\(line): \(problem)",
      data: ["file": .string(file)]
    )
  }

  /// The failure of a manifest that can't be saved, because it would exceed the maximum size.
  static func manifestTooLarge(_ plugin: String, limit: Int) -> Failure {
    self.plugin(
      plugin,
      code: "manifestTooLarge",
      "The manifest of the plugin \(plugin.quoted) would be larger than the maximum of "
        + "\(limit >> 20) MiB. Allow fewer tools with '--allow'."
    )
  }

  /// The failure of a manifest that another user owns or can modify, or a directory above it.
  static func untrustedManifest(_ file: String, untrustedPath: String) -> Failure {
    Failure(
      .badInput,
      code: "untrustedManifest",
      message: FileOwnershipChecker.sentence(
        for: "The plugin's file '\(file)'",
        untrustedPath: untrustedPath
      ),
      data: ["file": .string(file), "untrustedPath": .string(untrustedPath)]
    )
  }
}

/// The failures of a plugin's tool.
extension Failure {
  private static func tool(
    _ tool: String,
    of plugin: String,
    _ kind: Kind = .failed,
    code: String,
    _ message: some NoticeConvertible,
    data: JSONObject = [:]
  ) -> Failure {
    let facts: JSONObject = ["plugin": .string(plugin), "tool": .string(tool)]
    return Failure(kind, code: code, message: message, data: data.merging(facts))
  }

  /// The failure of a tool whose description has changed since the user allowed it.
  package static func changedTool(plugin: String, tool: String) -> Failure {
    self.tool(
      tool,
      of: plugin,
      code: "pluginChanged",
      "The tool \(tool.quoted) of the plugin \(plugin.quoted) has changed since you allowed it. "
        + "Review the change.".suggesting("plugin update \(plugin)")
    )
  }

  /// The failure of a tool that the user has allowed, but the plugin no longer has; `near` is the
  /// most similar name.
  package static func unknownTool(plugin: String, tool: String, near: String?) -> Failure {
    let message = "The plugin \(plugin.quoted) has no tool \(tool.quoted)\(near.suggestion)."
    return self.tool(tool, of: plugin, .badInput, code: "unknownTool", message)
  }

  /// The failure that the tool itself reported.
  static func toolFailed(plugin: String, tool: String, message: String, data: JSONObject)
    -> Failure
  {
    self.tool(tool, of: plugin, code: "toolFailed", message, data: data)
  }

  /// The failure of a tool that returned an invalid result.
  static func invalidToolResult(plugin: String, tool: String, problem: String) -> Failure {
    let subject = "The tool \(tool.quoted) of the plugin \(plugin.quoted)"
    let message = "\(subject) returned an invalid result: \(problem)"
    return self.tool(tool, of: plugin, code: "invalidToolResult", message)
  }
}

extension String {
  /// The text, with a final period added if it has none.
  fileprivate var asSentenceEnd: String { hasSuffix(".") ? self : self + "." }
}
