import MinutaDesktop
import MinutaStore
import SystemCalls

/// Detects changes of the files on which the status in a bar depends.
struct BarChangeDetector {
  private let settings: DirectoryWatch?
  private var keys: DirectoryWatch?
  private var folder: DirectoryWatch?

  /// Whether the system reports changes of the data folder.
  var areDetected: Bool { folder != nil }

  init(_ environment: Environment) {
    settings = Self.watch(environment.settings)
    keys = Self.watch(KeyOutcomeFile(environment).path)
  }

  /// Watches a file, which may be a link and need not exist.
  private static func watch(_ file: String) -> DirectoryWatch? {
    let file = FileOwnershipChecker.resolvingLinks(file) ?? file
    guard let folder = Directory.parent(of: file) else { return nil }
    let name = file.dropFirst(folder.count + 1)
    return try? DirectoryWatcher.shared.watch(folder) { path, isFolder in
      path == name && !isFolder
    }
  }

  /// Watches a data folder in place of the last one; nil for none.
  mutating func watch(_ folder: StoreWatcher?) {
    // Release the last watch first: the system allows each user only a limited number.
    self.folder = nil
    self.folder = try? folder?.watch()
  }

  /// Returns whether the settings have changed since the last call.
  mutating func takeSettingsChange() -> Bool { hasChanged(settings) }

  /// Returns whether the data folder has changed since the last call, or a key was pressed.
  mutating func takeStatusChange() -> Bool {
    let isFolderChanged = hasChanged(folder)
    return hasChanged(keys) || isFolderChanged
  }

  private func hasChanged(_ watch: DirectoryWatch?) -> Bool {
    (try? watch?.changes().isEmpty) == false
  }
}
