import MinutaCore
import SystemCalls

/// The directories of shared files, and the files in those that changed since an earlier scan.
package struct FolderScan: Sendable {
  /// The fingerprints of all directories, by path; 0 where the next scan must list it again.
  package private(set) var fingerprints: [String: UInt64] = [:]
  /// The paths of the shared files in the directories that changed, by directory.
  package private(set) var changed: [String: [String]] = [:]

  private let known: [String: UInt64]

  /// Scans the directories below a data directory.
  ///
  /// - Parameter known: the fingerprints of the earlier scan; empty to list all files.
  init(_ root: String, known: [String: UInt64]) throws(SystemError) {
    self.known = known
    let handle: DirectoryHandle
    do throws(SystemError) { handle = try DirectoryHandle(root) } catch  where error.isMissing {
      return
    }
    var folders = [StoreLayout.records, StoreLayout.invoices]
    while let folder = folders.popLast() { folders += try scan(folder, handle) }
    // All files of a directory that has disappeared are gone.
    for folder in known.keys where fingerprints[folder] == nil { changed[folder] = [] }
  }

  /// Scans one directory and returns the paths of its subdirectories.
  private mutating func scan(
    _ folder: String,
    _ root: borrowing DirectoryHandle
  ) throws(SystemError) -> [String] {
    guard let (kind, fingerprint) = try root.kindAndFingerprint(at: folder), kind == .directory
    else { return [] }
    let number = fingerprint.storedNumber
    fingerprints[folder] = number
    if number != 0, known[folder] == number {
      return known.keys.filter { StoreLayout.folder(ofFile: $0) == folder }
    }
    var (files, folders) = ([String](), [String]())
    for entry in try root.entries(of: folder) where !entry.name.hasPrefix(".") {
      let path = "\(folder)/\(entry.name)"
      var kind = entry.kind
      if kind == nil { kind = try root.kindAndFingerprint(at: path)?.kind }
      switch kind {
      case .directory where folder.hasPrefix(StoreLayout.records): folders.append(path)
      case .regular where SyncedPath.contains(path): files.append(path)
      default: break
      }
    }
    changed[folder] = files
    return folders.filter { SyncedPath.contains("\($0)/x.json") }
  }
}
