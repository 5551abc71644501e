import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import SystemCalls

/// A merge of two commits by record, tag and field.
struct CommitMerge {
  /// The files in which the result differs from our commit.
  private(set) var files: [String: GitCommitWriter.Content] = [:]
  private(set) var conflicts: [MergeConflict] = []
  /// The fields with two values in files with conflict markers.
  private(set) var marked: [MarkedField] = []
  /// The fields with a value that is replaced without a conflict, but had been kept in earlier ones.
  private(set) var replaced: [ConflictTrailer] = []
  /// The files that are damaged or missing in their commit, and that the result has from ours.
  private(set) var mended: [String] = []
  /// The records that one side deleted and that the result has, because the other side changed them.
  private(set) var kept: [UUID] = []
  /// Whether the result is their commit, without any change.
  private(set) var isTheirs = false
  /// The shared files in which the result differs from our commit, with its content; nil to remove.
  private(set) var changed: [String: FileVersion?] = [:]
  /// The versions of the shared files that took part, by path.
  private(set) var versions: [String: FileVersions] = [:]

  /// Merges their commit into ours.
  ///
  /// - Parameter ours: our commit; nil if there is none yet.
  init(_ git: GitProgram, base: String?, ours: String?, theirs: String) async throws {
    try await git.checkRepeats(from: base, to: theirs)
    let range = ours.map { ["--left-right", "\($0)...\(theirs)"] } ?? [theirs]
    let named = try await git.trailers("%m", in: range)
    var ourChanges: [GitTreeChange] = []
    if let ours { ourChanges = try await git.changes(from: base, to: ours) }
    let theirChanges = try await git.changes(from: base, to: theirs)
    try await IncomingTreeChecker(git: git).check(theirChanges, in: theirs, beside: ourChanges)
    try Self.checkFolders(ourChanges, theirChanges, in: git.folder)
    try Self.checkNormalization(ourChanges + theirChanges, in: git.folder)
    let (first, second) = (Self.byPath(ourChanges), Self.byPath(theirChanges))
    let shared = Set(first.keys).union(second.keys).filter(SyncedPath.contains)
    files = try await Self.otherFiles(git, ourChanges, theirChanges)
    versions = try await Self.versions(of: shared, first, second, git)
    try await addRecords(ofImagesIn: shared, first, second, git, theirs)
    try IncomingTreeChecker.checkTexts(versions.values)
    let merged = try await merge(git, base: base, ours: ours, theirs: theirs)
    (conflicts, marked) = (merged.conflicts, merged.marked)
    (mended, kept) = (merged.mended, merged.kept)
    isTheirs = base == ours
    if ours != nil, !isTheirs {
      let values = MergeValues(Array(versions.values), result: merged.files)
      replaced = Self.replacedFields(named, values, conflicts: conflicts)
    }
    for (path, file) in merged.files {
      let file = file ?? nil
      if versions[path]?.theirs != file { isTheirs = false }
      if versions[path]?.ours == file { continue }
      files[path] = Self.content(file)
      changed[path] = .some(file)
    }
    if let tags = changed[SyncedPath.tags], tags.map(DirectoryMerge.isTagList) == false {
      throw Failure.damagedTags
    }
  }

  /// Returns the common ancestor of two commits for their merge; nil if their histories are unrelated.
  ///
  /// After a force-push there may be several, each of which has only a part of what both sides know:
  /// with one of them, a value that somebody removed and put back would count as unchanged. So they are
  /// merged as well, into a commit that no branch has and that is the same on all machines.
  static func ancestor(
    _ git: GitProgram,
    _ ours: String,
    _ theirs: String,
    depth: Int = 0
  ) async throws -> String? {
    let bases = try await git.mergeBases(ours, theirs)
    guard var ancestor = bases.first, depth < 2 else { return bases.first }
    for other in bases.dropFirst().prefix(3) {
      let base = try await Self.ancestor(git, ancestor, other, depth: depth + 1)
      // If they can't be merged, one of them has to do.
      guard let merge = try? await CommitMerge(git, base: base, ours: ancestor, theirs: other)
      else { break }
      ancestor = try await GitCommitWriter(
        parents: [ancestor, other],
        message: "Merge common ancestors\n",
        files: merge.files,
        identity: "Minuta <minuta@localhost>",
        now: Date(timeIntervalSince1970: 0)
      ).write(with: git)
    }
    return ancestor
  }

  static func byPath(_ changes: [GitTreeChange]) -> [String: GitTreeChange] {
    Dictionary(changes.map { ($0.path, $0) }) { first, _ in first }
  }

  private static func content(_ file: FileVersion?) -> GitCommitWriter.Content {
    guard let file else { return .deleted }
    if let id = file.id { return .stored(GitTreeEntry(mode: "100644", id: id)) }
    return .bytes(Array((file.text ?? "").utf8))
  }

  private static func versions(
    of paths: Set<String>,
    _ ours: [String: GitTreeChange],
    _ theirs: [String: GitTreeChange],
    _ git: GitProgram
  ) async throws -> [String: FileVersions] {
    let entries = paths.map { path -> (String, [GitTreeEntry?]) in
      let base = ours[path].map(\.before) ?? theirs[path]?.before
      let sides = [ours[path], theirs[path]].map { $0.map(\.after) ?? base }
      return (path, [base] + sides)
    }
    let texts = entries.filter { SyncedPath.isText($0.0) }
    let blobs = try await git.blobs(Set(texts.flatMap { $0.1.compactMap { $0?.id } }))
    var versions: [String: FileVersions] = [:]
    for (path, sides) in entries {
      let files = sides.map { entry in
        entry.map { entry in
          let text = blobs[entry.id].flatMap { String(validating: $0, as: UTF8.self) }
          return FileVersion(id: entry.id, text: SyncedPath.isText(path) ? text : nil)
        }
      }
      versions[path] = FileVersions(path, base: files[0], ours: files[1], theirs: files[2])
    }
    return versions
  }

  /// Adds the unchanged files of records of which both sides replaced an image, so that both stay.
  private mutating func addRecords(
    ofImagesIn paths: Set<String>,
    _ ours: [String: GitTreeChange],
    _ theirs: [String: GitTreeChange],
    _ git: GitProgram,
    _ commit: String
  ) async throws {
    let images = paths.filter { path in
      let sides = [ours[path]?.after, theirs[path]?.after]
      return !SyncedPath.isText(path) && !sides.contains(nil) && sides[0] != sides[1]
    }
    let folders = Set(images.compactMap(Directory.parent)).map { "\($0)/" }.sorted()
    let files = try await git.files(of: commit, in: folders)
      .filter { SyncedPath.isText($0.key) && !paths.contains($0.key) }
    let names = images.compactMap { $0.split(separator: "/").last }
    for (id, bytes) in try await git.blobs(Set(files.values.map(\.id))) {
      let text = String(decoding: bytes, as: UTF8.self)
      guard names.contains(where: text.contains) else { continue }
      let version = FileVersion(id: id, text: text)
      for path in files.keys where files[path]?.id == id {
        versions[path] = FileVersions(path, base: version, ours: version, theirs: version)
      }
    }
  }

  private func merge(
    _ git: GitProgram,
    base: String?,
    ours: String?,
    theirs: String
  ) async throws -> DirectoryMerge {
    let folder = git.folder
    let files = Array(versions.values)
    let isTaken = { (path: String) in
      ((try? FileStatus.of("\(folder)/\(path)", following: false)) ?? nil) != nil
    }
    var times: EditTimes?
    let values = MergeValues(files)
    var later: [MergeField: Bool] = [:]
    // A decision about one field may raise the question of another one, such as the end of a record
    // that gets a later start.
    while true {
      var unknown: Set<MergeField> = []
      let merge = DirectoryMerge(files, isTaken: isTaken) { [later] field in
        if let isTheirsLater = later[field] { return isTheirsLater }
        unknown.insert(field)
        return false
      }
      guard !unknown.isEmpty, let ours else { return merge }
      let known: EditTimes
      if let times {
        known = times
      } else {
        known = try await EditTimes(
          git,
          base: base,
          ours: ours,
          theirs: theirs,
          paths: Set(versions.keys)
        )
        times = known
      }
      for field in unknown { later[field] = known.isTheirsLater(field, in: values) }
    }
  }

  /// Returns the changes that the data folder needs to be as the result.
  func incoming(_ git: GitProgram, commit: String) async throws -> IncomingFiles {
    var incoming = IncomingFiles()
    incoming.commit = commit
    let images = changed.filter { !SyncedPath.isText($0.key) }
    let ids = images.flatMap { [$0.value?.id, versions[$0.key]?.ours?.id] }
    let blobs = try await git.blobs(Set(ids.compactMap(\.self)))
    for path in changed.keys.sorted() {
      let file = changed[path] ?? nil
      if SyncedPath.isText(path) {
        // A file without text would be removed.
        if let file, file.text == nil { throw Failure.refusedPath(path, "it isn't UTF-8") }
        incoming.texts.append(
          StoreRepair.TextFileChange(
            path: path,
            before: versions[path]?.ours?.text,
            after: file?.text
          )
        )
      } else {
        let (before, after) = (versions[path]?.ours?.id, file?.id)
        incoming.images.append(
          IncomingFiles.Image(
            path: path,
            before: before.flatMap { blobs[$0] },
            bytes: after.flatMap { blobs[$0] }
          )
        )
      }
    }
    return incoming
  }
}
