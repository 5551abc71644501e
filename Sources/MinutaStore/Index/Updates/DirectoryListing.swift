import MinutaCore
import SystemCalls

/// The files and subdirectories in a directory of records.
///
/// They are listed after the fingerprint is taken, so they are at least as recent as the
/// fingerprint.
struct DirectoryListing: Sendable {
  /// The path of the directory of records, relative to the data directory.
  let path: String
  /// The number of levels below the data directory's `records`, which has depth 0.
  let depth: Int
  /// The fingerprint from before the listing; 0 if listing failed, so that it is repeated next
  /// time.
  private(set) var fingerprint: UInt64
  /// Whether the path is that of a directory, and not of another kind of file.
  private(set) var isFolder = false
  /// The names of the files that may be records.
  private(set) var names: [String] = []
  /// The names of subdirectories that must be listed as well.
  private(set) var folders: [String] = []
  private(set) var unlisted: [SkippedFile] = []

  /// Lists a directory.
  ///
  /// - Throws: a transient error of the system, such as a lack of memory.
  init(
    _ path: String,
    depth: Int,
    in root: borrowing DirectoryHandle
  ) throws(SystemError) {
    (self.path, self.depth) = (path, depth)
    let found = try root.kindAndFingerprint(at: path)
    fingerprint = found?.fingerprint.storedNumber ?? FileFingerprint.missing.number
    switch found?.kind {
    case .directory: isFolder = true
    case .link: skip(path, UnlistedPathReason.link)
    case .regular, .other: skip(path, UnlistedPathReason.notAFolder)
    case nil: break
    }
    guard isFolder else { return }
    do throws(SystemError) {
      for entry in try root.entries(of: path) { try add(entry, root) }
    } catch {
      if error.isTransient { throw error }
      fingerprint = 0
      if !error.isMissing { skip(path, error.reason) }
    }
  }

  private mutating func add(
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
      case .directory: skip(below, UnlistedPathReason.tooDeep)
      case .link: skip(below, UnlistedPathReason.link)
      case .regular, .other, nil: break
      }
    } catch {
      if error.isTransient { throw error }
      fingerprint = 0
      skip(below, error.reason)
    }
  }

  private mutating func skip(_ path: String, _ reason: String) {
    unlisted.append(SkippedFile(path: path, reason: reason))
  }

  static func depth(of path: String) -> Int {
    path.utf8.count { $0 == UInt8(ascii: "/") }
  }
}
