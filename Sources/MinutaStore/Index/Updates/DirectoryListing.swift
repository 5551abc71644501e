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
  /// The first transient error of the system, such as a lack of memory, that prevented listing.
  private(set) var failure: SystemError?

  /// Lists a directory at a path such as `records/2026`.
  init(_ path: String, in root: borrowing DirectoryHandle) {
    self.path = path
    depth = path.utf8.count { $0 == UInt8(ascii: "/") }
    fingerprint = 0
    do throws(SystemError) {
      let found = try root.kindAndFingerprint(at: path)
      fingerprint = found?.fingerprint.storedNumber ?? FileFingerprint.missing.number
      switch found?.kind {
      case .directory: isFolder = true
      case .link: skip(path, UnlistedPathReason.link)
      case .regular, .other: skip(path, UnlistedPathReason.notAFolder)
      case nil: break
      }
      guard isFolder else { return }
      for entry in try root.entries(of: path) { add(entry, root) }
    } catch {
      skip(path, error)
    }
  }

  /// The paths of the files that may be records.
  var paths: [String] { names.map { "\(path)/\($0)" } }

  /// The paths of subdirectories that must be listed as well.
  var folderPaths: [String] { folders.map { "\(path)/\($0)" } }

  private mutating func add(
    _ entry: DirectoryHandle.Entry,
    _ root: borrowing DirectoryHandle
  ) {
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
      skip(below, error)
    }
  }

  /// Skips a path because of an error, and forces a new listing next time.
  private mutating func skip(_ path: String, _ error: SystemError) {
    fingerprint = 0
    if error.isTransient { failure = failure ?? error }
    if !error.isMissing { skip(path, error.reason) }
  }

  private mutating func skip(_ path: String, _ reason: String) {
    unlisted.append(SkippedFile(path: path, reason: reason))
  }
}
