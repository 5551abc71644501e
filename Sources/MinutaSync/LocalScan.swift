import Foundation
import MinutaCore
import MinutaStore
import SystemCalls

/// The shared files that changed in the data folder since a commit.
///
/// The journal names the files that Minuta changed, and the fingerprints of directories show where
/// other programs wrote. Only these are compared with the commit.
struct LocalScan {
  /// The changed files; nil for a file that is missing.
  private(set) var changes: [String: [UInt8]?] = [:]
  /// The last journal entry that the scan includes.
  private(set) var sequence = 0
  private(set) var folders: [String: UInt64] = [:]
  /// The files that can't be shared, such as those that are too large.
  private(set) var skipped: [SkippedFile] = []

  private let git: GitProgram
  private let store: DirectoryStore

  /// Compares the folder with a commit.
  ///
  /// - Parameters:
  ///   - commit: the commit; nil if there is none yet.
  ///   - known: the commit that the folder had when `state` was written; nil to compare all files.
  init(
    _ store: DirectoryStore,
    _ git: GitProgram,
    since commit: String?,
    journaled: JournaledChanges,
    known: String?,
    state: SyncState?
  ) async throws {
    (self.git, self.store) = (git, store)
    sequence = journaled.sequence
    let isPartial = journaled.isComplete && state != nil && commit != nil && known != nil
    let scan = try store.scanFolders(known: isPartial ? state?.folders ?? [:] : [:])
    folders = scan.fingerprints
    var paths = Set(scan.changed.values.joined())
    if scan.hasChangedTags { paths.insert(SyncedPath.tags) }
    paths.formUnion(state?.skipped ?? [])
    var tree: [String: GitTreeEntry] = [:]
    if let commit {
      if isPartial {
        paths.formUnion(journaled.paths)
        if let known, known != commit {
          let changes = try await git.changes(from: known, to: commit)
          paths.formUnion(changes.map(\.path).filter { !$0.isInvalidPath })
        }
      }
      tree = try await entries(of: commit, paths, scan, isPartial: isPartial)
    }
    paths.formUnion(tree.keys)
    let shared = paths.filter(SyncedPath.contains)
    let unchanged = try await unchangedImages(in: shared, tree, scan, journaled: journaled.paths)
    try compare(shared.subtracting(unchanged), with: tree)
    // A damaged list that is committed already must not keep a mended one from arriving.
    let tags = SyncedPath.tags
    if changes[tags] != nil || skipped.contains(where: { $0.path == tags }) {
      try store.checkTags(isShared: tree[tags] != nil)
    }
  }

  /// Returns the commit's entries at some paths and in the folders that changed, or all entries if the
  /// scan isn't partial.
  private func entries(
    of commit: String,
    _ paths: Set<String>,
    _ scan: FolderScan,
    isPartial: Bool
  ) async throws -> [String: GitTreeEntry] {
    let isInChangedFolder = { (path: String) in
      scan.changed[Directory.parent(of: path) ?? ""] != nil
    }
    // A folder stands for all its files, so git lists only the folders that changed.
    let listed = scan.changed.keys.map { "\($0)/" } + paths.filter { !isInChangedFolder($0) }
    let isLong = !isPartial || listed.count > Self.maximumArguments
    let tree = try await git.files(of: commit, in: isLong ? nil : listed.sorted())
    guard isLong, isPartial else { return tree }
    return tree.filter { paths.contains($0.key) || isInChangedFolder($0.key) }
  }

  /// The maximum number of paths to pass to git as arguments.
  private static let maximumArguments = 500

  /// Returns the images that are as in the commit, without reading them all at once.
  ///
  /// An image is large, so its size is enough if no fingerprint has changed. Git hashes the others,
  /// which may have changed in place.
  private func unchangedImages(
    in paths: Set<String>,
    _ tree: [String: GitTreeEntry],
    _ scan: FolderScan,
    journaled: Set<String>
  ) async throws -> [String] {
    let images = paths.filter { path in
      guard !SyncedPath.isText(path), let size = tree[path]?.size else { return false }
      let status = (try? FileStatus.of("\(git.folder)/\(path)", following: false)) ?? nil
      return status?.kind == .regular && status?.size == size
    }
    let isUncertain = { (path: String) in
      journaled.contains(path) || scan.changedImages.contains(Directory.parent(of: path) ?? "")
    }
    let uncertain = images.filter(isUncertain).sorted()
    if uncertain.isEmpty { return Array(images) }
    let ids = try await git.hashes(ofFiles: uncertain)
    let unchanged = zip(uncertain, ids).filter { tree[$0]?.id == $1 }.map(\.0)
    return images.subtracting(uncertain) + unchanged
  }

  private mutating func compare(
    _ paths: Set<String>,
    with tree: [String: GitTreeEntry]
  ) throws {
    for (path, content) in try store.syncedContents(of: paths.sorted()) {
      switch content {
      case .missing: if tree[path] != nil { changes[path] = .some(nil) }
      case .unusable(let reason): skipped.append(SkippedFile(path: path, reason: reason))
      case .bytes(let bytes):
        guard let entry = tree[path], entry.isFile, entry.size == bytes.count,
          entry.id == GitObjectID.id(of: bytes, like: entry.id)
        else {
          changes[path] = bytes
          continue
        }
      }
    }
    skipped.sort { $0.path < $1.path }
  }
}
