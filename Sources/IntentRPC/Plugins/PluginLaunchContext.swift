import SystemCalls

/// What plugins are started in.
package struct PluginLaunchContext: Sendable {
  /// How many Minutas may have started each other through plugins.
  static let nestingLimit = 4
  /// The variable that counts them.
  package static let depthVariable = "MINUTA_DEPTH"

  package let folder: PluginDirectory
  /// The variables of this process.
  private let environment: [String: String]
  /// Whether somebody may be there to be asked what a plugin wants to know.
  var canElicit = false

  package init(folder: PluginDirectory, environment: [String: String]) {
    self.folder = folder
    self.environment = environment
  }

  /// Makes sure that the runtime has what it takes to talk to a plugin.
  package func reserveResources(for plugin: String) async throws(PluginError) {
    do throws(SystemError) {
      try await RuntimeResources.reserve()
    } catch {
      throw PluginError(MCPServerError.notStarted(reason: error.reason), of: plugin)
    }
  }

  /// The program of a plugin, with all that it is given.
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
