import SystemCalls

/// The directories and environment for starting plugins.
package struct PluginLaunchContext: Sendable {
  /// The maximum depth of nested Minuta processes that start each other through plugins.
  static let nestingLimit = 4
  /// The environment variable with the nesting depth.
  package static let depthVariable = "MINUTA_DEPTH"

  package let folder: PluginDirectory
  /// The environment of this process.
  private let environment: [String: String]
  /// Whether the user can be prompted for a plugin's elicitations.
  var canElicit = false

  package init(folder: PluginDirectory, environment: [String: String]) {
    self.folder = folder
    self.environment = environment
  }

  /// Reserves the runtime resources that communication with a plugin needs.
  package func reserveResources(for plugin: String) async throws(PluginError) {
    do throws(SystemError) {
      try await RuntimeResources.reserve()
    } catch {
      throw PluginError(MCPServerError.notStarted(reason: error.reason), of: plugin)
    }
  }

  /// Returns the program of a plugin, with its environment and working directory.
  package func program(of manifest: PluginManifest) throws(PluginError) -> ServerProgram {
    let above = max(0, environment[Self.depthVariable].flatMap { Int($0) } ?? 0)
    guard above < Self.nestingLimit else {
      throw .nestingTooDeep(plugin: manifest.name, limit: Self.nestingLimit)
    }
    var seen = environment.filter { manifest.inheritedVariables.contains($0.key) }
      .merging(manifest.environment) { _, own in own }
    seen[Self.depthVariable] = String(above + 1)
    try folder.prepare(manifest.name)
    return ServerProgram(
      command: manifest.command,
      arguments: manifest.arguments,
      environment: seen,
      folder: folder.workingDirectory(of: manifest.name),
      log: folder.log(of: manifest.name),
      limits: manifest.limits
    )
  }
}
