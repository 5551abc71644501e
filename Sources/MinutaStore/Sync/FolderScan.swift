import MinutaCore
import SystemCalls

/// The directories of shared files and the list of tags, and what changed since an earlier scan.
///
/// A directory's own timestamp doesn't change when an editor overwrites a file in place. So the
/// fingerprint of a directory covers those of its files too.
package struct FolderScan: Sendable {
  /// The fingerprints of all directories, of their images and of `tags.json`, by path; 0 where
  /// the next scan must count it as changed.
  package private(set) var fingerprints: [String: UInt64] = [:]
  /// The paths of the shared files in the directories that changed, by directory.
  package private(set) var changed: [String: [String]] = [:]
  /// The directories in which an image may have changed.
  package private(set) var changedImages: Set<String> = []
  /// Whether `tags.json` has changed or is missing.
  package private(set) var hasChangedTags = true

  /// Scans the directories below a data directory.
  ///
  /// - Parameter known: the fingerprints of the earlier scan; empty to list all files.
  init(_ root: String, known: [String: UInt64]) throws(SystemError) {
    do throws(SystemError) { _ = try DirectoryHandle(root) } catch  where error.isMissing { return }
    var folders = [StoreLayout.records, StoreLayout.invoices]
    while !folders.isEmpty {
      // The months are on one level, and each takes a system call per file.
      let mapper = ConcurrentMapper(chunkSize: max(1, folders.count / 16), threads: 2)
      let listings = try mapper.map(folders) { folders throws(SystemError) in
        let handle = try DirectoryHandle(root)
        var listings: [SharedFolder] = []
        for folder in folders {
          if let listing = try SharedFolder(folder, in: handle) { listings.append(listing) }
        }
        return listings
      }
      for listing in listings {
        let number = listing.fingerprint.storedNumber
        fingerprints[listing.path] = number
        if number == 0 || known[listing.path] != number { changed[listing.path] = listing.paths }
        guard let images = listing.images?.storedNumber else { continue }
        let key = Self.imageKey(of: listing.path)
        fingerprints[key] = images
        if images == 0 || known[key] != images { changedImages.insert(listing.path) }
      }
      folders = listings.flatMap(\.folders)
    }
    // All files of a directory that has disappeared are gone.
    for folder in known.keys
    where fingerprints[folder] == nil && folder != StoreLayout.tags && !folder.hasSuffix("/") {
      changed[folder] = []
    }
    try scanTags(root, known: known[StoreLayout.tags])
  }

  /// The key of the fingerprint of a directory's images, which isn't the path of a directory.
  private static func imageKey(of folder: String) -> String { "\(folder)/" }

  private mutating func scanTags(_ root: String, known: UInt64?) throws(SystemError) {
    let handle = try DirectoryHandle(root)
    guard let file = try handle.kindAndFingerprint(at: StoreLayout.tags), file.kind == .regular
    else { return }
    let number = file.fingerprint.storedNumber
    fingerprints[StoreLayout.tags] = number
    hasChangedTags = number == 0 || known != number
  }
}

/// The shared files and the subdirectories in one directory.
private struct SharedFolder: Sendable {
  let path: String
  /// The fingerprint of the directory and of all its files.
  private(set) var fingerprint: FileFingerprint
  /// The fingerprint of the images alone; nil if there are none.
  private(set) var images: FileFingerprint?
  /// The names of the files.
  private var files: [String] = []
  /// The paths of the subdirectories.
  private(set) var folders: [String] = []

  /// The paths of the files.
  var paths: [String] { files.map { "\(path)/\($0)" } }

  /// Lists a directory; nil if the path isn't that of a directory.
  init?(_ path: String, in root: borrowing DirectoryHandle) throws(SystemError) {
    guard let (kind, fingerprint) = try root.kindAndFingerprint(at: path), kind == .directory
    else { return nil }
    (self.path, self.fingerprint) = (path, fingerprint)
    let folder = try DirectoryHandle(path, beneath: root)
    for entry in try root.entries(of: path) where !entry.name.hasPrefix(".") {
      var kind = entry.kind
      if kind == nil { kind = try folder.kindAndFingerprint(at: entry.name)?.kind }
      switch kind {
      case .directory where path.hasPrefix(StoreLayout.records):
        let below = "\(path)/\(entry.name)"
        if SyncedPath.contains("\(below)/x.json") { folders.append(below) }
      case .regular
      where SyncedPath.isText(entry.name) || SyncedPath.contains("\(path)/\(entry.name)"):
        files.append(entry.name)
        let file = try folder.fingerprint(of: entry.name)
        self.fingerprint = self.fingerprint.combined(with: file)
        if !SyncedPath.isText(entry.name) { images = images?.combined(with: file) ?? file }
      default: break
      }
    }
  }
}
