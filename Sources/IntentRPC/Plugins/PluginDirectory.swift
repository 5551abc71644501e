package import IntentKit
import JSONText
import SystemCalls

/// The directories that belong to plugins: manifests, working directories and logs.
package struct PluginDirectory: Sendable {
  /// The maximum size of a manifest file in bytes.
  private static let limit = 16 << 20

  private let manifests: String
  private let workingDirectories: String
  private let home: String

  /// - Parameters:
  ///   - configuration: the user's configuration directory, for manifests.
  ///   - state: the user's state directory, for logs and working directories.
  ///   - home: the home directory. The owners of the directories above it aren't checked.
  package init(configuration: String, state: String, home: String) {
    manifests = configuration + "/plugins"
    workingDirectories = state + "/plugins"
    self.home = home
  }

  /// Returns the path of a plugin's manifest file.
  package func file(of plugin: String) -> String { "\(manifests)/\(plugin).json" }

  /// Returns the path of a plugin's working directory.
  package func workingDirectory(of plugin: String) -> String { "\(workingDirectories)/\(plugin)" }

  /// Returns the path of the log file for a plugin's standard error output.
  package func log(of plugin: String) -> String { "\(workingDirectories)/\(plugin).log" }

  /// Returns the sorted names of the plugins that have a manifest file.
  package func names() throws(Failure) -> [String] { try allNames().filter(PluginName.isValid) }

  /// Returns the names of all manifest files without `.json`, including invalid plugin names.
  func allNames() throws(Failure) -> [String] {
    do throws(SystemError) {
      return (try Directory.names(in: manifests) ?? [])
        .filter { $0.hasSuffix(".json") && $0.first != "." }.map { String($0.dropLast(5)) }
    } catch {
      throw .unreadableManifest(manifests, reason: error.reason)
    }
  }

  /// Returns a stream with an event each time a manifest file is written or removed.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    try DirectoryWatcher.shared.stream(of: manifests) { path, isFolder in
      !isFolder && path.hasSuffix(".json")
    }
  }

  /// Reads a plugin's manifest.
  ///
  /// Throws an error if another user can modify the file: they could make the plugin run any
  /// command.
  package func manifest(of plugin: String) throws(Failure) -> PluginManifest {
    guard PluginName.isValid(plugin) else { throw .badPluginName(plugin) }
    let file = file(of: plugin)
    let found: (bytes: [UInt8], untrustedPath: String?)
    do throws(SystemError) {
      found = try FileOwnershipChecker.read(file, limit: Self.limit, home: home)
    } catch {
      if error.isMissing {
        throw .unknownPlugin(
          plugin,
          near: TypoSuggester.closest(to: plugin, in: (try? names()) ?? [])
        )
      }
      throw .unreadableManifest(file, reason: error.reason)
    }
    if let untrustedPath = found.untrustedPath {
      throw .untrustedManifest(file, untrustedPath: untrustedPath)
    }
    return try PluginManifest(parsing: found.bytes, name: plugin, file: file)
  }

  /// Returns whether a manifest file exists for a plugin, even if it is invalid.
  package func contains(_ plugin: String) throws(Failure) -> Bool {
    try names().contains(plugin)
  }

  /// Saves a plugin's manifest, replacing the previous one.
  package func save(_ manifest: PluginManifest) throws(Failure) {
    let file = file(of: manifest.name)
    let bytes = manifest.json.bytes(.indented)
    if bytes.count > Self.limit { throw .manifestTooLarge(manifest.name, limit: Self.limit) }
    do throws(SystemError) {
      try AtomicFileWriter.replace(file, with: bytes)
    } catch {
      throw .unreadableManifest(file, reason: error.reason)
    }
  }

  /// Removes a plugin's manifest.
  ///
  /// The plugin's working directory is kept, because it may contain data of the user.
  package func remove(_ plugin: String) throws(Failure) {
    let file = file(of: plugin)
    do throws(SystemError) {
      try Directory.unlink(file)
      try Directory.flush(manifests)
    } catch {
      if error.isMissing {
        throw .unknownPlugin(
          plugin,
          near: TypoSuggester.closest(to: plugin, in: (try? names()) ?? [])
        )
      }
      throw .unreadableManifest(file, reason: error.reason)
    }
  }

  /// Creates the working directory of a plugin, if it doesn't exist.
  func prepare(_ plugin: String) throws(Failure) {
    do throws(SystemError) {
      try Directory.make(workingDirectory(of: plugin), permissions: 0o700)
    } catch {
      throw .unreadableManifest(error.path ?? workingDirectory(of: plugin), reason: error.reason)
    }
  }
}
