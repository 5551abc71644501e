import JSONText

/// A plugin's configuration: how it is started, what it may do, and its state when it was allowed.
package struct PluginManifest: Sendable, Equatable {
  /// The environment variables that a plugin inherits by default.
  package static let defaultInheritedVariables = ["HOME", "LANG", "PATH", "TZ"]

  package let name: String
  /// The absolute path of the executable.
  package var command: String
  package var arguments: [String]
  /// The environment variables set for the plugin.
  package var environment: [String: String]
  /// The names of the environment variables that the plugin inherits.
  package var inheritedVariables: [String]
  /// The protocol version that the plugin used last.
  package var version: String?
  /// The tools that may be called, as described when they were allowed.
  package var tools: [PluginTool]
  /// Whether the plugin's resources may be read.
  package var allowsResources: Bool
  /// The URIs of the resources, as listed when the plugin was allowed.
  package var resources: [String]
  package var pins: PluginPins
  package var limits: ServerProgram.Limits
  /// Whether to trust the tools' annotations about their effects.
  package var trustsAnnotations: Bool

  package init(name: String, command: String, arguments: [String]) {
    self.name = name
    self.command = command
    self.arguments = arguments
    environment = [:]
    inheritedVariables = Self.defaultInheritedVariables
    tools = []
    allowsResources = false
    resources = []
    pins = PluginPins()
    limits = ServerProgram.Limits()
    trustsAnnotations = false
  }
}

/// Digests of a plugin's files and tools when it was allowed.
///
/// They reveal changes, but they are not a sandbox.
package struct PluginPins: Sendable, Equatable {
  /// The digests of the program and of the arguments that are files, by path.
  package var files: [String: String] = [:]
  /// The fingerprints of those files.
  ///
  /// A file whose fingerprint is unchanged need not be read.
  package var fingerprints: [String: String] = [:]
  /// The digests of the tool descriptions, by tool name.
  package var tools: [String: String] = [:]

  package init() {}
}
