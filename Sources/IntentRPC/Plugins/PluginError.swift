package import JSONText

/// The reasons why a plugin or one of its tools can't be used.
package enum PluginError: Error, Equatable {
  /// No plugin has this name; `near` is the most similar name.
  case unknown(String, near: String?)
  /// The text is not a valid plugin name.
  case badName(String)
  /// A plugin with this name already exists.
  case taken(String)
  /// The command is not an absolute path; `found` is its probable path.
  case relativeCommand(String, found: String?)
  /// The manifest can't be read or written.
  ///
  /// `reason` is the system's error.
  case unreadable(file: String, reason: String)
  /// The manifest is invalid. The problem is a sentence.
  case badManifest(String, line: Int, problem: String)
  /// The manifest would exceed the maximum size.
  case manifestTooLarge(String, limit: Int)
  /// Another user owns or can modify the manifest or a directory above it.
  case untrustedFile(file: String, untrustedPath: String)
  /// A pinned file has changed since the plugin was allowed.
  case changedFile(plugin: String, path: String)
  /// A tool has changed since it was allowed.
  case changedTool(plugin: String, tool: String)
  /// The plugin no longer has a tool that was allowed.
  case unknownTool(plugin: String, tool: String, near: String?)
  /// Minuta was started by a plugin that was started by Minuta, and so on, up to the limit.
  case nestingTooDeep(plugin: String, limit: Int)
  /// The plugin failed repeatedly and is not restarted for a while.
  case backingOff(plugin: String, seconds: Int, why: String)
  /// A tool reported an error.
  case toolFailed(plugin: String, tool: String, message: String, data: JSONObject)
  /// A tool returned an invalid result.
  case invalidToolResult(plugin: String, tool: String, problem: String)
  /// The elicitation that is being answered is no longer open.
  case staleReply(plugin: String)
  /// The server can't be used, or its call failed.
  case server(plugin: String, kind: ServerFault, why: String)

  /// The kinds of server errors.
  package enum ServerFault: Sendable { case failure, silence, refusal, cancellation }
}
