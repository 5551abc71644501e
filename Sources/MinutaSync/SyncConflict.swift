package import Foundation
package import JSONText
import MinutaCore
package import MinutaStore

/// A field that two machines changed, whose value is still the one that a sync has kept.
package struct SyncConflict: Sendable, Equatable {
  /// The contents of a whole file that two machines changed.
  package struct Files: Sendable, Equatable {
    package let kept: [UInt8]
    package let other: [UInt8]
  }

  package let field: MergeField
  /// The value in the folder.
  package let kept: JSONValue?
  /// The value that isn't in the folder; it can be taken instead.
  package let other: JSONValue?
  /// The merge commit, and its time.
  package let commit: String
  package let time: Date
  /// The contents of a whole file; nil for a field of a record or a tag.
  package var files: Files?
}

/// Finds the conflicts of all merges in the history of a data folder.
package struct SyncConflicts: Sendable {
  private let sync: FolderSync
  private var git: GitProgram { sync.git }
  private var store: DirectoryStore { sync.store }

  package init(_ sync: FolderSync) {
    self.sync = sync
  }

  /// A merge commit with the lines of its message that name conflicts.
  private struct Merge {
    let commit: String
    let parents: [String]
    let time: Date
    let trailers: [ConflictTrailer]
  }

  /// A conflict, and the value that its merge kept.
  private struct Candidate {
    let kind: ConflictTrailer.Kind
    let conflict: SyncConflict
    let merged: JSONValue?
  }

  /// Returns the conflicts that no later edit has closed, newest first.
  package func open() async throws -> [SyncConflict] {
    guard try await git.head().commit != nil else { return [] }
    var candidates: [Candidate] = []
    for merge in try await merges() {
      for trailer in merge.trailers {
        if case .file(let path) = trailer.field.subject, trailer.field.key.isEmpty {
          if let conflict = try await conflict(trailer, of: path, in: merge) {
            candidates.append(
              Candidate(kind: trailer.kind, conflict: conflict, merged: conflict.kept)
            )
          }
        } else {
          candidates += try await self.candidates(trailer, in: merge)
        }
      }
    }
    return Self.open(candidates)
  }

  /// Returns the conflicts whose merge kept the value in the folder, or one that lost to it or was
  /// replaced by it in another merge.
  ///
  /// Merges on different machines have no order, so a value may be looked for before it is known to
  /// have lost.
  private static func open(_ candidates: [Candidate]) -> [SyncConflict] {
    // The values whose conflicts are open: those in the folder, and those that lost to one of them.
    var reached: [MergeField: Set<JSONValue?>] = [:]
    var listed: [MergeField: Set<JSONValue?>] = [:]
    var isOpen = candidates.map { _ in false }
    var hasFound = true
    while hasFound {
      hasFound = false
      for (index, candidate) in candidates.enumerated() where !isOpen[index] {
        let conflict = candidate.conflict
        let (field, comparable) = (conflict.field, conflict.field.comparable)
        let (kept, other) = (comparable(conflict.kept), comparable(conflict.other))
        let isKnown =
          switch candidate.kind {
          case .conflict: listed[field, default: [kept]].contains(other)
          case .replaced: reached[field, default: [kept]].contains(other)
          }
        guard !isKnown, reached[field, default: [kept]].contains(comparable(candidate.merged))
        else {
          continue
        }
        reached[field, default: [kept]].insert(other)
        if candidate.kind == .conflict { listed[field, default: [kept]].insert(other) }
        (isOpen[index], hasFound) = (true, true)
      }
    }
    return zip(candidates, isOpen).filter { $1 && $0.kind == .conflict }.map { $0.0.conflict }
  }

  /// Puts the other value of a conflict into the folder.
  ///
  /// - Returns: false if the record or tag doesn't exist any more, or the file has changed.
  package func take(_ conflict: SyncConflict) throws -> Bool {
    let origin = ChangeOrigin(
      now: sync.origin.now,
      source: sync.origin.source,
      intent: "TakeSyncedValue"
    )
    if case .file(let path) = conflict.field.subject, let files = conflict.files {
      return try store.replace(path, files.kept, by: files.other, origin)
    }
    return try store.set(conflict.field, to: conflict.other, origin)
  }

  private func merges() async throws -> [Merge] {
    try await git.trailers("%H%n%P%n%ct", in: ["HEAD"]).compactMap { values, trailers in
      guard values.count == 3, let time = Double(values[2]) else { return nil }
      return Merge(
        commit: values[0],
        parents: values[1].split(separator: " ").map(String.init),
        time: Date(timeIntervalSince1970: time),
        trailers: trailers
      )
    }
  }

  /// Returns the conflict of a whole file if the folder still has the content that the merge kept.
  private func conflict(
    _ trailer: ConflictTrailer,
    of path: String,
    in merge: Merge
  ) async throws -> SyncConflict? {
    guard merge.parents.indices.contains(trailer.parent), !path.contains("\n") else { return nil }
    let names = ["\(merge.commit):\(path)", "\(merge.parents[trailer.parent]):\(path)"]
    let contents = try await git.contents(of: names)
    guard let kept = contents[0], let other = contents[1], kept != other,
      case .bytes(kept)? = try store.syncedContents(of: [path])[path]
    else { return nil }
    let texts = [kept, other].map { String(validating: $0, as: UTF8.self) }
    if SyncedPath.isText(path), texts.contains(nil) { return nil }
    return SyncConflict(
      field: trailer.field,
      kept: texts[0].map { .string($0) },
      other: texts[1].map { .string($0) },
      commit: merge.commit,
      time: merge.time,
      files: SyncConflict.Files(kept: kept, other: other)
    )
  }

  /// Returns the conflicts of a trailer: two if the parent has the file with conflict markers.
  private func candidates(
    _ trailer: ConflictTrailer,
    in merge: Merge
  ) async throws -> [Candidate] {
    guard merge.parents.indices.contains(trailer.parent) else { return [] }
    let parent = merge.parents[trailer.parent]
    let current = try store.storedEntity(trailer.field.subject)
    let paths = [current?.path, trailer.path].compactMap { $0 }.filter { !$0.contains("\n") }
    let names = ["\(parent):\(trailer.path)"] + paths.map { "\(merge.commit):\($0)" }
    let contents = try await git.contents(of: names)
    let objects = contents.map { bytes in
      Self.versions(of: bytes, at: trailer.path).compactMap { trailer.field.subject.object(in: $0) }
    }
    guard let current else { return [] }
    var merged = objects.dropFirst().joined().first
    if merged == nil { merged = try await movedObject(trailer.field.subject, in: merge, parent) }
    guard let merged else { return [] }
    let key = trailer.field.key
    return objects[0].map { other in
      let conflict = SyncConflict(
        field: trailer.field,
        kept: current.json[key],
        other: trailer.field.isComment
          ? Self.adding(labelsOf: current.json[key], to: other[key]) : other[key],
        commit: merge.commit,
        time: merge.time
      )
      return Candidate(kind: trailer.kind, conflict: conflict, merged: merged[key])
    }
  }

  /// Returns a record in a merge that moved its file, if the file has moved again since.
  private func movedObject(
    _ subject: MergeField.Subject,
    in merge: Merge,
    _ parent: String
  ) async throws -> JSONObject? {
    let changes = try await git.changes(from: parent, to: merge.commit)
    let ids = changes.filter { SyncedPath.isText($0.path) }.compactMap(\.after?.id)
    return try await git.blobs(Set(ids)).values.lazy
      .compactMap { subject.object(in: try? JSONValue(parsing: $0)) }.first
  }

  /// Returns the versions of a file: both sides if it has conflict markers.
  private static func versions(of bytes: [UInt8]?, at path: String) -> [JSONValue] {
    guard let bytes else { return [] }
    if let json = try? JSONValue(parsing: bytes) { return [json] }
    return MarkedFile(String(decoding: bytes, as: UTF8.self), at: path)?.sides ?? []
  }

  /// Returns the other comment with the labels of the one in the folder, which a merge unites too.
  private static func adding(labelsOf kept: JSONValue?, to other: JSONValue?) -> JSONValue? {
    Label.all(in: kept?.string).added(to: other?.string).map { .string($0) }
  }
}
