import MinutaDesktop
import MinutaStore
import SystemCalls

/// Detects changes of the files on which the status in a bar depends.
struct BarChangeDetector {
  private let environment: Environment
  private var settings: [DirectoryWatch]
  /// The watches of the files about key presses and about absences.
  private let states: [DirectoryWatch]
  private var folder: DirectoryWatch?

  /// Whether the system reports changes of the data folder.
  var areDetected: Bool { folder != nil }

  init(_ environment: Environment) {
    self.environment = environment
    settings = Self.watches(of: environment.settings)
    let uptimeLog = UptimeLog(folder: environment.stateFolder)
    states = ([KeyOutcomeFile(environment).path] + uptimeLog.files).flatMap(Self.watches)
  }

  /// Watches a file, which need not exist, and the target of a link.
  private static func watches(of file: String) -> [DirectoryWatch] {
    let target = FileOwnershipChecker.resolvingLinks(file).flatMap { $0 == file ? nil : $0 }
    return [file, target].compactMap(\.self).compactMap { file in
      guard let folder = Directory.parent(of: file) else { return nil }
      let name = file.dropFirst(folder.count + 1)
      return try? DirectoryWatcher.shared.watch(folder) { path, isFolder in
        path == name && !isFolder
      }
    }
  }

  /// Watches a data folder in place of the last one; nil for none.
  mutating func watch(_ folder: StoreWatcher?) {
    // Release the last watch first: the system allows each user only a limited number.
    self.folder = nil
    self.folder = try? folder?.watch()
  }

  /// Returns whether the settings have changed since the last call.
  mutating func takeSettingsChange() -> Bool {
    guard hasChanged(settings) else { return false }
    // A link may lead to another file now.
    settings = []
    settings = Self.watches(of: environment.settings)
    return true
  }

  /// Returns whether the data folder has changed since the last call, a key was pressed, or the user
  /// left or returned.
  func takeStatusChange() -> Bool {
    hasChanged(states + [folder].compactMap(\.self))
  }

  /// Returns whether a watch has changes; takes the changes of all.
  private func hasChanged(_ watches: [DirectoryWatch]) -> Bool {
    watches.reduce(false) { result, watch in
      (try? watch.changes().isEmpty) == false || result
    }
  }
}
