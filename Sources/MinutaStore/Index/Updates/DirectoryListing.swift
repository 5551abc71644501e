import MinutaCore
import SystemCalls

/// What is in a folder of records, as of its stamp or later.
struct DirectoryListing: Sendable {
  /// Within the store.
  let path: String
  /// How many folders lie above it, up to that of all records.
  let depth: Int
  /// Taken before the folder was looked into; 0 where that failed, so that it is looked into again.
  private(set) var stamp: UInt64
  /// Whether there is a folder.
  private(set) var isFolder = false
  /// The names of what could be files of records.
  private(set) var names: [String] = []
  /// The names of the folders within that are to be looked into.
  private(set) var folders: [String] = []
  private(set) var unlisted: [SkippedFile] = []

  /// - Throws: Where the system could not do its work.
  init(
    _ path: String,
    depth: Int,
    in root: borrowing DirectoryHandle
  ) throws(SystemError) {
    (self.path, self.depth) = (path, depth)
    let found = try root.kindAndFingerprint(at: path)
    stamp = found?.fingerprint.storedNumber ?? FileFingerprint.missing.number
    switch found?.kind {
    case .directory: isFolder = true
    case .link: setAside(path, "it is a link")
    case .regular, .other: setAside(path, "it is no folder")
    case nil: break
    }
    guard isFolder else { return }
    do throws(SystemError) {
      for entry in try root.entries(of: path) { try take(entry, root) }
    } catch {
      if error.isTransient { throw error }
      stamp = 0
      if !error.isMissing { setAside(path, error.reason) }
    }
  }

  private mutating func take(
    _ entry: DirectoryHandle.Entry,
    _ root: borrowing DirectoryHandle
  ) throws(SystemError) {
    if entry.name.hasPrefix(".") { return }
    if entry.name.hasSuffix(".json") {
      names.append(entry.name)
      return
    }
    let below = "\(path)/\(entry.name)"
    do throws(SystemError) {
      var kind = entry.kind
      if kind == nil { kind = try root.kindAndFingerprint(at: below)?.kind }
      switch kind {
      case .directory where depth < StoreLayout.maximumDepth: folders.append(entry.name)
      case .directory: setAside(below, "it lies too deep")
      case .link: setAside(below, "it is a link")
      case .regular, .other, nil: break
      }
    } catch {
      if error.isTransient { throw error }
      stamp = 0
      setAside(below, error.reason)
    }
  }

  private mutating func setAside(_ path: String, _ reason: String) {
    unlisted.append(SkippedFile(path: path, reason: reason))
  }

  static func depth(of path: String) -> Int {
    path.utf8.count { $0 == UInt8(ascii: "/") }
  }
}
