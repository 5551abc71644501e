import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// The file of tags and its conflict copies.
extension FolderExamination {
  mutating func findTagsCopies() throws(SystemError) {
    let copies: [String]
    do throws(StoreError) {
      copies = try reader.tagsCopies()
    } catch {
      throw error.cause
    }
    var tags: (tags: StoredTags, text: String)?
    var isThere = true
    do throws(StoreError) {
      tags = try reader.tagsFile()
      isThere = tags != nil
    } catch {
      let finding = try tagsFinding(error, hasCopies: !copies.isEmpty)
      found.append(finding)
      // What is mended first is what a copy is compared with.
      if finding.repair != nil { return copies.forEach { nameTagsCopy($0) } }
    }
    for copy in copies {
      guard ConflictName(copy)?.original == StoreLayout.tags, let theirs = storedTags(copy) else {
        nameTagsCopy(copy)
        continue
      }
      if let ours = tags {
        tags = try findTagsCopy(copy, theirs, ours)
      } else {
        let moves = isThere ? [try trash(StoreLayout.tags), try trash(copy)] : [try trash(copy)]
        let text = StoreRepair.Text(path: StoreLayout.tags, before: nil, after: theirs.text)
        found.append(
          Finding(
            .tagsCopy(reason: nil),
            file: copy,
            remedy: .takeCopy,
            repair: StoreRepair(of: StoreLayout.tags, texts: [text], moves: moves)
          )
        )
        tags = theirs
      }
    }
  }

  /// Names a copy that a person has to see to.
  private mutating func nameTagsCopy(_ path: String) {
    let known = ConflictName(path)?.original == StoreLayout.tags
    let reason =
      known
      ? "it cannot be used, or \(StoreLayout.tags) cannot" : "its name is not one that a sync gives"
    found.append(Finding(.tagsCopy(reason: reason), file: path))
  }

  private func storedTags(_ path: String) -> (tags: StoredTags, text: String)? {
    guard
      let bytes = try? reader.bytes(path, limit: StoreLayout.tagsLimit),
      let json = try? FolderReader.json(bytes, limit: StoreLayout.tagsLimit),
      let tags = try? StoredTags(json: json)
    else { return nil }
    return (tags, String(decoding: bytes, as: UTF8.self))
  }

  /// Plans what becomes of a copy; answers the tags after that.
  private mutating func findTagsCopy(
    _ path: String,
    _ theirs: (tags: StoredTags, text: String),
    _ ours: (tags: StoredTags, text: String)
  ) throws(SystemError) -> (tags: StoredTags, text: String) {
    let isTheirsLater = try reader.modified(path) > reader.modified(StoreLayout.tags)
    let base = base(of: ours.tags, theirs.tags)
    let merge = TagsMerge(ours.tags, theirs.tags, base: base, isTheirsLater: isTheirsLater)
    let text =
      merge.result == ours.tags.contents ? ours.text : merge.result.text(.indented)
    let isNew = text != ours.text
    let changes =
      isNew ? [StoreRepair.Text(path: StoreLayout.tags, before: ours.text, after: text)] : []
    found.append(
      Finding(
        .tagsCopy(reason: nil),
        file: path,
        remedy: !isNew && merge.decided.isEmpty
          ? .discard
          : .merge(
            Merge(
              path: StoreLayout.tags,
              before: ours.text,
              copy: theirs.text,
              after: text,
              decided: merge.decided,
              later: isTheirsLater ? path : StoreLayout.tags
            )
          ),
        repair: StoreRepair(of: StoreLayout.tags, texts: changes, moves: [try trash(path)])
      )
    )
    guard let merged = try? StoredTags(json: merge.result) else { return ours }
    return (merged, text)
  }

  /// The tags that two lists come from, as far as the journal knows it.
  private func base(of ours: StoredTags, _ theirs: StoredTags) -> JSONObject {
    let bases = ours.tags.map(\.id).compactMap { id -> JSONValue? in
      guard
        let ours = ours.text(of: id).flatMap({ try? JSONValue(parsing: $0) }),
        let theirs = theirs.text(of: id).flatMap({ try? JSONValue(parsing: $0) })
      else { return nil }
      return JournalMemory.base(of: ours, theirs, in: memory.versions(ofTag: id))
        .map { .object($0) }
    }
    return ["tags": .array(bases)]
  }

  private mutating func tagsFinding(
    _ error: StoreError,
    hasCopies: Bool
  ) throws(SystemError) -> Finding {
    let path = StoreLayout.tags
    let bytes = (try? reader.bytes(path, limit: StoreLayout.tagsLimit)) ?? []
    if let text = String(validating: bytes, as: UTF8.self), GitConflict.isMarked(text) {
      return try markedTags(text)
    }
    let problem = Problem(error, bytes)
    guard error.isOfContent else { return Finding(problem, file: path) }
    if let text = bytes.withoutByteOrderMark, Self.tags(text) != nil {
      let repair = try replacing(path, by: text)
      return Finding(problem, file: path, remedy: .removeByteOrderMark, repair: repair)
    }
    guard let text = memory.storedTags?.text else { return Finding(problem, file: path) }
    let repair = try replacing(path, by: text)
    return Finding(problem, file: path, remedy: .takeFromHistory, repair: repair)
  }

  /// What is to be done where git left two versions of the tags in one file.
  private mutating func markedTags(_ text: String) throws(SystemError) -> Finding {
    let path = StoreLayout.tags
    guard
      let conflict = GitConflict(text), let ours = Self.tags(conflict.ours),
      let theirs = Self.tags(conflict.theirs)
    else {
      let reason = "its two versions cannot be told apart"
      return Finding(.conflictMarkers(reason: reason), file: path)
    }
    let known = conflict.base.flatMap(Self.tags)?.contents.object
    let base = known ?? base(of: ours, theirs)
    let merge = TagsMerge(ours, theirs, base: base, isTheirsLater: false)
    let merged = Merge(
      path: path,
      before: conflict.ours,
      copy: conflict.theirs,
      after: merge.result.text(.indented),
      decided: merge.decided,
      later: "<<<<<<<"
    )
    return Finding(
      .conflictMarkers(reason: nil),
      file: path,
      remedy: .merge(merged),
      repair: try replacing(path, by: merged.after)
    )
  }

  private static func tags(_ text: String) -> StoredTags? {
    (try? JSONValue(parsing: text)).flatMap { try? StoredTags(json: $0) }
  }
}

extension StoreError {
  /// What the system said; that a name is no file says it too.
  fileprivate var cause: SystemError {
    if case .system(let error) = self { error } else { .notRegular(StoreLayout.tags) }
  }
}
