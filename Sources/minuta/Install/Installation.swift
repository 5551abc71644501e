import IntentKit
import SystemCalls

/// The files of Minuta below a prefix such as `~/.local`.
struct Installation {
  /// The absolute path of the prefix.
  let prefix: String
  private var manifest: InstallationManifest

  init(prefix: String) throws(Failure) {
    self.prefix = prefix
    manifest = try InstallationManifest(in: prefix) ?? InstallationManifest()
  }

  /// Whether nothing was installed below the prefix.
  var isEmpty: Bool { manifest.files.isEmpty }

  /// Returns the paths of files that exist with another content, and that weren't installed.
  func foreignFiles(among files: [InstalledFile]) throws(Failure) -> [String] {
    var found: [String] = []
    for file in files {
      guard let hash = try hash(of: file.path), hash != manifest.files[file.path],
        hash != file.hash
      else { continue }
      found.append(file.path)
    }
    return found
  }

  /// Writes the files, and removes those of an earlier version that aren't among them.
  mutating func install(_ files: [InstalledFile]) throws(Failure) {
    let paths = Set(files.map(\.path))
    for path in manifest.files.keys.sorted() where !paths.contains(path) { _ = try remove(path) }
    for file in files {
      manifest.files[file.path] = file.hash
      try makeFolder(of: file.path)
    }
    // List the files first, so that those written before a failure can be removed.
    try writeManifest()
    for file in files { try write(file.bytes, to: file.path, permissions: file.permissions) }
  }

  /// Removes the installed files and the folders that were created for them.
  ///
  /// - Returns: The paths of the removed files, and of those that were changed and so are kept.
  mutating func remove() throws(Failure) -> (removed: [String], kept: [String]) {
    var (removed, kept): ([String], [String]) = ([], [])
    for path in manifest.files.keys.sorted() {
      if try isChanged(path) {
        kept.append(path)
      } else if try remove(path) {
        removed.append(path)
      }
    }
    try unlink(InstallationManifest.path)
    // A folder that has other files by now can't be removed, and is kept.
    for folder in manifest.folders.reversed() { try? Directory.remove("\(prefix)/\(folder)") }
    manifest = InstallationManifest()
    return (removed, kept)
  }

  /// Returns the files that `remove` would remove and keep.
  func plannedRemoval() throws(Failure) -> (removed: [String], kept: [String]) {
    var (removed, kept): ([String], [String]) = ([], [])
    for path in manifest.files.keys.sorted() where try hash(of: path) != nil {
      if try isChanged(path) { kept.append(path) } else { removed.append(path) }
    }
    return (removed, kept)
  }

  /// Whether a file exists and isn't as it was installed.
  private func isChanged(_ path: String) throws(Failure) -> Bool {
    guard let hash = try hash(of: path) else { return false }
    return hash != manifest.files[path]
  }

  /// Removes a file and forgets it, unless it was changed; returns whether it was removed.
  private mutating func remove(_ path: String) throws(Failure) -> Bool {
    let exists = try hash(of: path) != nil
    if try isChanged(path) { return false }
    manifest.files[path] = nil
    if exists { try unlink(path) }
    return exists
  }

  /// Returns the hash of a file; nil if it doesn't exist.
  private func hash(of path: String) throws(Failure) -> String? {
    let file = "\(prefix)/\(path)"
    do throws(SystemError) {
      return try FileDescriptor.contents(of: file, limit: 1 << 30).map(InstalledFile.hash)
    } catch {
      throw .unreadableFile(file, reason: error.reason)
    }
  }

  private mutating func makeFolder(of path: String) throws(Failure) {
    let folder = Directory.parent(of: "\(prefix)/\(path)") ?? prefix
    do throws(SystemError) {
      for made in try Directory.make(folder) where "\(made)/".hasPrefix("\(prefix)/") {
        // The prefix itself has an empty path.
        manifest.folders.append(String(made.dropFirst(prefix.count + 1)))
      }
    } catch {
      throw .unwritableFile(error.path ?? folder, reason: error.reason)
    }
  }

  private mutating func writeManifest() throws(Failure) {
    try makeFolder(of: InstallationManifest.path)
    try write(manifest.bytes, to: InstallationManifest.path, permissions: 0o644)
  }

  private func write(_ bytes: [UInt8], to path: String, permissions: UInt32) throws(Failure) {
    let file = "\(prefix)/\(path)"
    do throws(SystemError) {
      try AtomicFileWriter.replace(file, with: bytes, permissions: permissions)
    } catch {
      throw .unwritableFile(error.path ?? file, reason: error.reason)
    }
  }

  private func unlink(_ path: String) throws(Failure) {
    let file = "\(prefix)/\(path)"
    do throws(SystemError) {
      try Directory.unlink(file)
    } catch {
      throw .unwritableFile(file, reason: error.reason)
    }
  }
}
