package import JSONText

/// The reasons why a plugin or one of its tools can't be used.
package enum PluginError: Error, Equatable {
  /// No plugin has this name; `near` is the most similar name.
  case unknown(String, near: String?)
  /// The text can't be the name of a plugin.
  case badName(String)
  /// A plugin with this name already exists.
  case taken(String)
  /// The command is not an absolute path; `found` is the path that the user probably meant.
  case relativeCommand(String, found: String?)
  /// The file, usually a manifest, can't be read or written.
  ///
  /// `reason` is the operating system's error message.
  case unreadable(file: String, reason: String)
  /// The manifest is invalid; `problem` is a sentence that says why.
  case badManifest(String, line: Int, problem: String)
  /// The manifest can't be saved, because it would exceed the maximum size.
  case manifestTooLarge(String, limit: Int)
  /// Another user owns or can modify the manifest file or a directory above it.
  case untrustedFile(file: String, untrustedPath: String)
  /// A file whose digest was recorded when the user allowed the plugin has changed since.
  case changedFile(plugin: String, path: String)
  /// The description of a tool has changed since the user allowed it.
  case changedTool(plugin: String, tool: String)
  /// The plugin no longer has a tool that the user has allowed; `near` is the most similar name.
  case unknownTool(plugin: String, tool: String, near: String?)
  /// Too many Minuta processes have started each other through plugins.
  case nestingTooDeep(plugin: String, limit: Int)
  /// The plugin has failed repeatedly, so it isn't restarted for some seconds.
  case backingOff(plugin: String, seconds: Int, why: String)
  /// The plugin's tool reported an error.
  case toolFailed(plugin: String, tool: String, message: String, data: JSONObject)
  /// The plugin's tool returned an invalid result.
  case invalidToolResult(plugin: String, tool: String, problem: String)
  /// The prompt that the caller answers is no longer open, for example because it has expired.
  case staleReply(plugin: String)
  /// The plugin's server can't be used, or a call of it failed; `why` is the reason.
  case server(plugin: String, kind: ServerFault, why: String)

  /// The ways in which a plugin's server can fail.
  package enum ServerFault: Sendable { case failure, silence, refusal, cancellation }
}
