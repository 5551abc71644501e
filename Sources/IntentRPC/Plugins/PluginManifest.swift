import JSONText

/// What the user settled about a plugin: how it is started, what it may do, and what it was then.
package struct PluginManifest: Sendable, Equatable {
  /// The variables of ours that a plugin sees unless its manifest says otherwise.
  package static let defaultInheritedVariables = ["HOME", "LANG", "PATH", "TZ"]

  package let name: String
  /// The absolute path of the program.
  package var command: String
  package var arguments: [String]
  /// Variables that it is given.
  package var environment: [String: String]
  /// The names of the variables of ours that it sees.
  package var inheritedVariables: [String]
  /// The revision of the protocol that it spoke last.
  package var version: String?
  /// The tools that may be called, as they were when that was allowed.
  package var tools: [PluginTool]
  /// Whether its resources may be read.
  package var allowsResources: Bool
  /// What can be read, as it was listed then.
  package var resources: [String]
  package var pins: PluginPins
  package var limits: ServerProgram.Limits
  /// Whether what the tools say of their effects counts.
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

/// What a plugin was when it was allowed; a change shows, and is no more than that: a pin is no
/// sandbox.
package struct PluginPins: Sendable, Equatable {
  /// The hashes of the program and of the arguments that are files, by their paths.
  package var files: [String: String] = [:]
  /// What those files looked like, so that one that looks the same need not be read.
  package var fingerprints: [String: String] = [:]
  /// The hashes of the tools' descriptions, by their names.
  package var tools: [String: String] = [:]

  package init() {}
}
