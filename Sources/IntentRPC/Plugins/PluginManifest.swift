import JSONText

/// A plugin's configuration: how to start it, what it may do, and which tools and files it had when
/// the user allowed it.
package struct PluginManifest: Sendable, Equatable {
  /// The environment variables that a plugin inherits by default.
  package static let defaultInheritedVariables = ["HOME", "LANG", "PATH", "TZ"]

  package let name: String
  /// The absolute path of the plugin's executable.
  package var command: String
  package var arguments: [String]
  /// The environment variables that are set for the plugin, with their values.
  package var environment: [String: String]
  /// The names of the environment variables that the plugin inherits from Minuta.
  package var inheritedVariables: [String]
  /// The MCP version that the plugin used last; nil if unknown.
  package var version: String?
  /// The tools that may be called, with their descriptions from when the user allowed them.
  package var tools: [PluginTool]
  /// Whether Minuta may read the plugin's resources.
  package var allowsResources: Bool
  /// The URIs of the plugin's resources, as listed when the user allowed it.
  package var resources: [String]
  package var pins: PluginDigests
  package var limits: ServerProgram.Limits
  /// Whether to trust what the tools' annotations say about their effects.
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
    pins = PluginDigests()
    limits = ServerProgram.Limits()
    trustsAnnotations = false
  }
}

/// Digests of a plugin's files and tools, recorded when the user allowed it.
///
/// They reveal later changes, but they don't restrict what the plugin can do.
package struct PluginDigests: Sendable, Equatable {
  /// The digests of the executable and of the arguments that are files, by path.
  package var files: [String: String] = [:]
  /// The fingerprints of the same files, by path.
  ///
  /// If a file's fingerprint is unchanged, its content needn't be read to check its digest.
  package var fingerprints: [String: String] = [:]
  /// The digests of the tools' descriptions, by tool name.
  package var tools: [String: String] = [:]

  package init() {}
}
