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
    nameOtherTags()
    var tags: (tags: StoredTags, text: String)?
    var isThere = true
    do throws(StoreError) {
      tags = try reader.tagsFile()
      isThere = tags != nil
      if tags == nil, copies.isEmpty { findMissingTags() }
    } catch {
      let finding = try tagsFinding(error)
      found.append(finding)
      // The copies are compared with the repaired file, in the next repair; and a file that could not
      // be read just now may be whole.
      let isUnread = error.failure(reading: StoreLayout.tags) != nil
      if finding.repair != nil || isUnread { return copies.forEach { nameTagsCopy($0) } }
    }
    var file = tags?.tags
    for copy in copies {
      guard let theirs = storedTags(copy) else {
        nameTagsCopy(copy)
        continue
      }
      if let ours = tags {
        tags = try findTagsCopy(copy, theirs, ours, beside: file ?? ours.tags)
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
        file = theirs.tags
      }
    }
  }

  /// Names the files beside that of the tags that are called like it and are no copies.
  private mutating func nameOtherTags() {
    for name in (try? Folder.names(in: reader.root)) ?? []
    where name.hasPrefix("tags") && name.hasSuffix(".json") && name != StoreLayout.tags {
      if !StoreLayout.isTagsCopy(name) { found.append(Finding(.stray, file: name)) }
    }
  }

  /// Plans how the file of the tags comes back.
  private mutating func findMissingTags() {
    let path = StoreLayout.tags
    guard missesTags else { return }
    let isNamed = view.tags().problem != nil
    let problem = Problem.tagsMissing(
      although: isNamed ? FolderView.namedTags : FolderView.knownTags
    )
    guard let text = memory.lastTags?.text else {
      found.append(Finding(problem, file: path))
      return
    }
    let change = StoreRepair.Text(path: path, before: nil, after: text)
    found.append(
      Finding(
        problem,
        file: path,
        remedy: .takeFromHistory,
        repair: StoreRepair(of: path, texts: [change])
      )
    )
  }

  /// Names a copy that a person has to see to.
  private mutating func nameTagsCopy(_ path: String) {
    let reason = "it cannot be used, or \(StoreLayout.tags) cannot"
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
    _ ours: (tags: StoredTags, text: String),
    beside file: StoredTags
  ) throws(SystemError) -> (tags: StoredTags, text: String) {
    let isTheirsLater = try reader.modified(path) > reader.modified(StoreLayout.tags)
    let merge = TagsMerge(
      ours.tags,
      theirs.tags,
      in: memory,
      beside: file,
      isTheirsLater: isTheirsLater
    )
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

  private mutating func tagsFinding(
    _ error: StoreError
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
    guard let text = memory.lastTags?.text else {
      return Finding(problem, file: path)
    }
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
    let base = conflict.base.flatMap(Self.tags)
    let merge = TagsMerge(
      ours,
      theirs,
      base: base,
      in: memory,
      beside: ours,
      isTheirsLater: false
    )
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
