import MinutaCore
import SystemCalls

/// The reason why open entries of a journal must not be applied.
///
/// If another user can write the journal, applying its entries could let that user overwrite any
/// file in the data directory.
enum UntrustedJournalReason: Equatable {
  case foreignOwner(UInt32)
  /// Other users can write to the journal's directory or to one of its files.
  case isWritableByOthers
  /// A journal entry contains a path that Minuta never writes.
  case foreignPath(path: String, sequence: Int)

  /// Determines the reason; nil if the open entries may be applied.
  ///
  /// - Parameters:
  ///   - entries: the open entries.
  ///   - statuses: the status of the journal's directory and of all its files. Older files are
  ///     included, because recovery may read them.
  init?(of entries: [JournalEntry], in statuses: [FileStatus]) {
    if let status = statuses.first(where: { $0.owner != User.current }) {
      self = .foreignOwner(status.owner)
    } else if statuses.contains(where: { $0.permissions & 0o022 != 0 }) {
      self = .isWritableByOthers
    } else if let entry = entries.first(where: { $0.refusedPath != nil }) {
      self = .foreignPath(path: entry.refusedPath ?? "", sequence: entry.sequence)
    } else {
      return nil
    }
  }
}

extension JournalEntry {
  /// Returns the first path that Minuta never writes, which prevents the entry from being applied;
  /// nil if all paths are allowed.
  ///
  /// - Parameter machine: the directory of the journal's machine, relative to the data directory.
  func refusedPath(in machine: String) -> String? {
    let paths = files.map(\.path) + moves.flatMap { [$0.from, $0.to] }
    return paths.first { !Self.isAllowedPath($0, in: machine) }
  }

  private static func isAllowedPath(_ path: String, in machine: String) -> Bool {
    guard StoreLayout.isPlainPath(path) else { return false }
    let folders = [StoreLayout.records, StoreLayout.invoices, "\(machine)/trash"]
    if folders.contains(where: { path.hasPrefix("\($0)/") }) { return true }
    // In the data directory itself, Minuta also writes ignore files, conflict copies of
    // `tags.json`, and temporary files.
    let isIgnoreFile = [".stignore", ".gitignore"].contains(path)
    return StoreLayout.folder(ofFile: path).isEmpty
      && (path == StoreLayout.tags || StoreLayout.isTagsCopy(path) || isIgnoreFile
        || StagedImage.isStagingPath(path))
  }
}
