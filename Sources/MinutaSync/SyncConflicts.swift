import Foundation
import JSONText
import MinutaCore
import MinutaStore

/// Finds the conflicts of all merges in the history of a data folder.
package struct SyncConflicts: Sendable {
  let sync: FolderSync
  var store: DirectoryStore { sync.store }
  private var git: GitProgram { sync.git }

  package init(_ sync: FolderSync) {
    self.sync = sync
  }

  /// A line of a merge commit's message that names a conflict.
  private struct Found {
    let commit: String
    /// The parent with the other value.
    let parent: String
    let time: Date
    let trailer: ConflictTrailer

    var subject: MergeField.Subject { trailer.field.subject }
    /// The path of the file if the field is a whole file.
    var file: String? {
      if case .file(let path) = subject, trailer.field.key.isEmpty { path } else { nil }
    }
    /// The name of the other version for git.
    var otherName: String { "\(parent):\(trailer.path)" }
  }

  /// A conflict, and the value that its merge kept.
  private struct Candidate {
    /// A value of a field, or the content of a whole file, which may be an image.
    enum Value: Hashable {
      case field(JSONValue?)
      case file([UInt8])
    }

    let kind: ConflictTrailer.Kind
    let conflict: SyncConflict
    let kept: Value
    let other: Value
    let merged: Value

    init(_ kind: ConflictTrailer.Kind, _ conflict: SyncConflict, merged: JSONValue?) {
      (self.kind, self.conflict) = (kind, conflict)
      if let files = conflict.files {
        (kept, other, self.merged) = (.file(files.kept), .file(files.other), .file(files.kept))
      } else {
        let value = { Value.field(conflict.field.comparable($0)) }
        (kept, other, self.merged) = (value(conflict.kept), value(conflict.other), value(merged))
      }
    }
  }

  /// Returns the conflicts that no later edit has closed, oldest first, so that a new one doesn't change
  /// the numbers of those before it.
  package func open() async throws -> [SyncConflict] {
    guard try await git.head().commit != nil else { return [] }
    let found = try await all()
    let files = found.compactMap(\.file)
    let current = try store.storedEntities(Set(found.filter { $0.file == nil }.map(\.subject)))
    let present = try store.syncedContents(of: files)
    let names = found.flatMap { Self.mergedNames($0, current[$0.subject]) }
    let merged = try await versions(names)
    var kept: [MergeField: Set<JSONValue?>] = [:]
    var values: [(found: Found, merged: JSONValue?)] = []
    var records: [String: [UUID: JSONObject]] = [:]
    for found in found {
      if let file = found.file {
        let bytes = merged.bytes["\(found.commit):\(file)"]
        if let bytes, case .bytes(bytes)? = present[file] { values.append((found, nil)) }
        continue
      }
      guard let stored = current[found.subject],
        let object = try await mergedObject(found, stored, merged.json, &records)
      else { continue }
      let field = found.trailer.field
      kept[field, default: []].insert(field.comparable(object[field.key]))
      values.append((found, object[field.key]))
    }
    // Most conflicts are closed: a field none of whose merges kept the current value has none open.
    let open = values.filter { found, _ in
      let field = found.trailer.field
      let now = field.comparable(current[field.subject]?.json[field.key])
      return found.file != nil || kept[field]?.contains(now) == true
    }
    let others = try await versions(open.map(\.found.otherName))
    let candidates = open.flatMap { found, value -> [Candidate] in
      if let path = found.file {
        return [candidate(found, of: path, merged.bytes["\(found.commit):\(path)"], others)]
          .compactMap { $0 }
      }
      return self.candidates(found, value, current[found.subject]?.json ?? [:], others)
    }
    return Self.open(candidates).reversed()
  }

  /// Returns the record or tag as the merge left it; nil if it didn't have it.
  ///
  /// - Parameter records: the records that merges have changed, by commit.
  private func mergedObject(
    _ found: Found,
    _ current: StoredJSON,
    _ merged: [String: [MergeContent]],
    _ records: inout [String: [UUID: JSONObject]]
  ) async throws -> JSONObject? {
    let versions = Self.mergedNames(found, current).flatMap { merged[$0] ?? [] }
    if let object = versions.lazy.compactMap({ $0[found.subject] }).first { return object }
    // The merge may have moved the record's file, which has moved again since.
    guard case .record(let id) = found.subject else { return nil }
    let name = "\(found.parent) \(found.commit)"
    if records[name] == nil { records[name] = try await changedRecords(in: found) }
    return records[name]?[id]
  }

  /// Returns the conflicts whose merge kept the value in the folder, or one that lost to it or was
  /// replaced by it in another merge.
  ///
  /// Merges on different machines have no order, so a value may be looked for before it is known to
  /// have lost.
  private static func open(_ candidates: [Candidate]) -> [SyncConflict] {
    // The values whose conflicts are open: those in the folder, and those that lost to one of them.
    var reached: [MergeField: Set<Candidate.Value>] = [:]
    var listed: [MergeField: Set<Candidate.Value>] = [:]
    var isOpen = candidates.map { _ in false }
    var hasFound = true
    while hasFound {
      hasFound = false
      for (index, candidate) in candidates.enumerated() where !isOpen[index] {
        let field = candidate.conflict.field
        let (kept, other) = (candidate.kept, candidate.other)
        let isKnown =
          switch candidate.kind {
          case .conflict: listed[field, default: [kept]].contains(other)
          case .replaced: reached[field, default: [kept]].contains(other)
          }
        guard !isKnown, reached[field, default: [kept]].contains(candidate.merged) else { continue }
        reached[field, default: [kept]].insert(other)
        if candidate.kind == .conflict { listed[field, default: [kept]].insert(other) }
        (isOpen[index], hasFound) = (true, true)
      }
    }
    return zip(candidates, isOpen).filter { $1 && $0.kind == .conflict }.map { $0.0.conflict }
  }

  private func all() async throws -> [Found] {
    try await git.trailers("%H%n%P%n%ct", in: ["HEAD"]).flatMap { values, trailers -> [Found] in
      guard values.count == 3, let time = Double(values[2]) else { return [] }
      let parents = values[1].split(separator: " ").map(String.init)
      return trailers.filter { parents.indices.contains($0.parent) }.map { trailer in
        Found(
          commit: values[0],
          parent: parents[trailer.parent],
          time: Date(timeIntervalSince1970: time),
          trailer: trailer
        )
      }
    }
  }

  /// Returns the names for git of the files in which a merge may have put the value.
  private static func mergedNames(_ found: Found, _ current: StoredJSON?) -> [String] {
    let paths = found.file.map { [$0] } ?? [current?.path, found.trailer.path].compactMap { $0 }
    return paths.map { "\(found.commit):\($0)" }
  }

  /// Reads files of commits with one process of git, and parses those that are JSON.
  ///
  /// A file with conflict markers has two versions.
  private func versions(
    _ names: [String]
  ) async throws -> (bytes: [String: [UInt8]], json: [String: [MergeContent]]) {
    let names = Set(names).filter { !$0.contains("\n") }.sorted()
    let contents = try await git.contents(of: names)
    var (bytes, json): ([String: [UInt8]], [String: [MergeContent]]) = ([:], [:])
    for case (let name, let content?) in zip(names, contents) {
      bytes[name] = content
      guard SyncedPath.isText(name) else { continue }
      if let value = try? JSONValue(parsing: content) {
        json[name] = [MergeContent(value)]
      } else {
        let path = name.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
        let marked = MarkedFile(String(decoding: content, as: UTF8.self), at: path)
        json[name] = marked?.sides.map(MergeContent.init)
      }
    }
    return (bytes, json)
  }

  /// Returns the conflict of a whole file; nil if there is no other usable version.
  private func candidate(
    _ found: Found,
    of path: String,
    _ kept: [UInt8]?,
    _ others: (bytes: [String: [UInt8]], json: [String: [MergeContent]])
  ) -> Candidate? {
    guard let kept, let other = others.bytes[found.otherName], kept != other else { return nil }
    let texts = [kept, other].map { String(validating: $0, as: UTF8.self) }
    if SyncedPath.isText(path), texts.contains(nil) { return nil }
    let conflict = SyncConflict(
      field: found.trailer.field,
      kept: texts[0].map { .string($0) },
      other: texts[1].map { .string($0) },
      commit: found.commit,
      time: found.time,
      files: SyncConflict.Files(kept: kept, other: other)
    )
    return Candidate(found.trailer.kind, conflict, merged: conflict.kept)
  }

  /// Returns the conflicts of a field: two if the parent has the file with conflict markers.
  private func candidates(
    _ found: Found,
    _ merged: JSONValue?,
    _ current: JSONObject,
    _ others: (bytes: [String: [UInt8]], json: [String: [MergeContent]])
  ) -> [Candidate] {
    let field = found.trailer.field
    let objects = (others.json[found.otherName] ?? [])
      .compactMap { $0[found.trailer.otherSubject] }
    return objects.map { other in
      let conflict = SyncConflict(
        field: field,
        kept: current[field.key],
        other: field.isComment
          ? Self.adding(labelsOf: current[field.key], to: other[field.key]) : other[field.key],
        commit: found.commit,
        time: found.time,
        invoice: current.invoice
      )
      return Candidate(found.trailer.kind, conflict, merged: merged)
    }
  }

  /// Returns the records that a merge changed, by id.
  private func changedRecords(in found: Found) async throws -> [UUID: JSONObject] {
    try await git.checkRepeats(from: found.parent, to: found.commit)
    let changes = try await git.changes(from: found.parent, to: found.commit)
    let ids = changes.filter { SyncedPath.isText($0.path) }.compactMap(\.after?.id)
    let objects = try await git.blobs(Set(ids)).values.compactMap { try? JSONValue(parsing: $0) }
    let named = objects.compactMap(\.object).compactMap { json in json.id.map { ($0, json) } }
    return Dictionary(named) { first, _ in first }
  }

  /// Returns the other comment with the labels of the one in the folder, which a merge unites too.
  private static func adding(labelsOf kept: JSONValue?, to other: JSONValue?) -> JSONValue? {
    Label.all(in: kept?.string).added(to: other?.string).map { .string($0) }
  }
}
