import IntentKit
import JSONText
import SystemCalls

/// The user's folder of manifests, and the places where plugins work and complain.
package struct PluginDirectory: Sendable {
  /// The most bytes that a manifest may have.
  private static let limit = 16 << 20

  private let manifests: String
  private let workingDirectories: String
  private let home: String

  /// - Parameters:
  ///   - configuration: the user's folder of settings.
  ///   - state: the user's folder of what outlives the program and is no document.
  ///   - home: above which folders are not looked at.
  package init(configuration: String, state: String, home: String) {
    manifests = configuration + "/plugins"
    workingDirectories = state + "/plugins"
    self.home = home
  }

  /// The path of a plugin's manifest.
  package func file(of plugin: String) -> String { "\(manifests)/\(plugin).json" }

  /// Where a plugin works.
  package func workingDirectory(of plugin: String) -> String { "\(workingDirectories)/\(plugin)" }

  /// What a plugin complained of.
  package func log(of plugin: String) -> String { "\(workingDirectories)/\(plugin).log" }

  /// The names of the plugins, sorted.
  package func names() throws(PluginError) -> [String] { try allNames().filter(PluginName.isValid) }

  /// The names of all manifests without their ending, also those that no plugin can have.
  func allNames() throws(PluginError) -> [String] {
    do throws(SystemError) {
      return (try Directory.names(in: manifests) ?? [])
        .filter { $0.hasSuffix(".json") && $0.first != "." }.map { String($0.dropLast(5)) }
    } catch {
      throw .unreadable(file: manifests, reason: error.reason)
    }
  }

  /// Tells when a manifest is written or removed, until nobody listens.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    try DirectoryWatcher(manifests) { path, isFolder in !isFolder && path.hasSuffix(".json") }
      .stream()
  }

  /// Reads the manifest of a plugin.
  ///
  /// One that somebody else can change would run what they like, so it is refused.
  package func manifest(of plugin: String) throws(PluginError) -> PluginManifest {
    guard PluginName.isValid(plugin) else { throw .badName(plugin) }
    let file = file(of: plugin)
    let found: (bytes: [UInt8], untrustedPath: String?)
    do throws(SystemError) {
      found = try FileOwnershipChecker.read(file, limit: Self.limit, home: home)
    } catch {
      if error.isMissing {
        throw .unknown(plugin, near: TypoSuggestion.closest(to: plugin, in: (try? names()) ?? []))
      }
      throw .unreadable(file: file, reason: error.reason)
    }
    if let untrustedPath = found.untrustedPath {
      throw .untrustedFile(file: file, untrustedPath: untrustedPath)
    }
    return try PluginManifest(parsing: found.bytes, name: plugin, file: file)
  }

  /// Whether there is a manifest of a plugin, whatever is the matter with it.
  package func contains(_ plugin: String) throws(PluginError) -> Bool {
    try names().contains(plugin)
  }

  /// Keeps a manifest, in place of the one before.
  package func save(_ manifest: PluginManifest) throws(PluginError) {
    let file = file(of: manifest.name)
    let bytes = manifest.json.bytes(.indented)
    if bytes.count > Self.limit { throw .manifestTooLarge(manifest.name, limit: Self.limit) }
    do throws(SystemError) {
      try AtomicFileWriter.replace(file, with: bytes)
    } catch {
      throw .unreadable(file: file, reason: error.reason)
    }
  }

  /// Removes a plugin's manifest; where it worked stays, as that may hold what the user wants.
  package func remove(_ plugin: String) throws(PluginError) {
    let file = file(of: plugin)
    do throws(SystemError) {
      try Directory.unlink(file)
      try Directory.flush(manifests)
    } catch {
      if error.isMissing {
        throw .unknown(plugin, near: TypoSuggestion.closest(to: plugin, in: (try? names()) ?? []))
      }
      throw .unreadable(file: file, reason: error.reason)
    }
  }

  /// Makes the place where a plugin works.
  func prepare(_ plugin: String) throws(PluginError) {
    do throws(SystemError) {
      try Directory.make(workingDirectory(of: plugin), permissions: 0o700)
    } catch {
      throw .unreadable(file: error.path ?? workingDirectory(of: plugin), reason: error.reason)
    }
  }
}
