package import IntentKit
import SystemCalls

/// The directories and the environment with which plugins are started.
package struct PluginLaunchContext: Sendable {
  /// The maximum number of Minuta processes that start each other through plugins.
  static let nestingLimit = 4
  /// The environment variable that counts the Minuta processes which started each other.
  package static let depthVariable = "MINUTA_DEPTH"

  package let folder: PluginDirectory
  /// The environment of this process, from which plugins inherit variables.
  private let environment: [String: String]
  /// Whether the user can be prompted when a plugin requests input.
  var canElicit = false

  package init(folder: PluginDirectory, environment: [String: String]) {
    self.folder = folder
    self.environment = environment
  }

  /// Checks that there are enough threads and file descriptors to communicate with a plugin.
  ///
  /// - Throws: `notStarted` of the server if there are too few.
  package func reserveResources(for plugin: String) async throws(Failure) {
    do throws(SystemError) {
      try await ThreadAndDescriptorCheck.reserve()
    } catch {
      throw Failure(MCPServerError.notStarted(reason: error.reason), of: plugin)
    }
  }

  /// Returns the program that starts a plugin, with its environment, directory and timeouts.
  package func program(of manifest: PluginManifest) throws(Failure) -> ServerProgram {
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
