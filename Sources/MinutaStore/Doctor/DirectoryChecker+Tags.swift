import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// The file of tags and its conflict copies.
extension DirectoryChecker {
  mutating func findTagListCopies() throws(SystemError) {
    let copies: [String]
    do throws(StoreError) {
      copies = try reader.tagsCopies()
    } catch {
      throw error.cause
    }
    reportUnrelatedTagFiles()
    var tags: (tags: StoredTags, text: String)?
    var isThere = true
    do throws(StoreError) {
      tags = try reader.tagsFile()
      isThere = tags != nil
      if tags == nil, copies.isEmpty { findMissingTags() }
    } catch {
      let finding = try tagListFinding(error)
      found.append(finding)
      // The copies are compared with the repaired file, in the next repair; and a file that could not
      // be read just now may be whole.
      let isUnread = error.failure(reading: StoreLayout.tags) != nil
      if finding.repair != nil || isUnread { return copies.forEach { reportTagListCopy($0) } }
    }
    var file = tags?.tags
    for copy in copies {
      guard let theirs = storedTags(copy) else {
        reportTagListCopy(copy)
        continue
      }
      if let ours = tags {
        tags = try findTagListCopy(copy, theirs, ours, beside: file ?? ours.tags)
      } else {
        let moves = isThere ? [try trash(StoreLayout.tags), try trash(copy)] : [try trash(copy)]
        let text = StoreRepair.TextChange(path: StoreLayout.tags, before: nil, after: theirs.text)
        found.append(
          StoreFinding(
            .tagsCopy(reason: nil),
            file: copy,
            remedy: .useCopy,
            repair: StoreRepair(of: StoreLayout.tags, texts: [text], moves: moves)
          )
        )
        tags = theirs
        file = theirs.tags
      }
    }
  }

  /// Names the files beside that of the tags that are called like it and are no copies.
  private mutating func reportUnrelatedTagFiles() {
    for name in (try? Directory.names(in: reader.root)) ?? []
    where name.hasPrefix("tags") && name.hasSuffix(".json") && name != StoreLayout.tags {
      if !StoreLayout.isTagsCopy(name) { found.append(StoreFinding(.stray, file: name)) }
    }
  }

  /// Plans how the file of the tags comes back.
  private mutating func findMissingTags() {
    let path = StoreLayout.tags
    guard isTagListMissing else { return }
    let isNamed = view.tags().problem != nil
    let problem = StoreProblem.tagsMissing(
      although: isNamed ? DirectorySnapshot.namedTags : DirectorySnapshot.knownTags
    )
    guard let text = journalVersions.lastTags?.text else {
      found.append(StoreFinding(problem, file: path))
      return
    }
    let change = StoreRepair.TextChange(path: path, before: nil, after: text)
    found.append(
      StoreFinding(
        problem,
        file: path,
        remedy: .restoreFromHistory,
        repair: StoreRepair(of: path, texts: [change])
      )
    )
  }

  /// Names a copy that a person has to see to.
  private mutating func reportTagListCopy(_ path: String) {
    let reason = "it cannot be used, or \(StoreLayout.tags) cannot"
    found.append(StoreFinding(.tagsCopy(reason: reason), file: path))
  }

  private func storedTags(_ path: String) -> (tags: StoredTags, text: String)? {
    guard
      let bytes = try? reader.bytes(path, limit: StoreLayout.tagsLimit),
      let json = try? DirectoryReader.json(bytes, limit: StoreLayout.tagsLimit),
      let tags = try? StoredTags(json: json)
    else { return nil }
    return (tags, String(decoding: bytes, as: UTF8.self))
  }

  /// Plans what becomes of a copy; answers the tags after that.
  private mutating func findTagListCopy(
    _ path: String,
    _ theirs: (tags: StoredTags, text: String),
    _ ours: (tags: StoredTags, text: String),
    beside file: StoredTags
  ) throws(SystemError) -> (tags: StoredTags, text: String) {
    let isTheirsLater = try reader.modified(path) > reader.modified(StoreLayout.tags)
    let merge = TagListMerge(
      ours.tags,
      theirs.tags,
      in: journalVersions,
      beside: file,
      isTheirsLater: isTheirsLater
    )
    let text =
      merge.result == ours.tags.contents ? ours.text : merge.result.text(.indented)
    let isNew = text != ours.text
    let changes =
      isNew ? [StoreRepair.TextChange(path: StoreLayout.tags, before: ours.text, after: text)] : []
    found.append(
      StoreFinding(
        .tagsCopy(reason: nil),
        file: path,
        remedy: !isNew && merge.decided.isEmpty
          ? .discard
          : .merge(
            FileMerge(
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

  private mutating func tagListFinding(
    _ error: StoreError
  ) throws(SystemError) -> StoreFinding {
    let path = StoreLayout.tags
    let bytes = (try? reader.bytes(path, limit: StoreLayout.tagsLimit)) ?? []
    if let text = String(validating: bytes, as: UTF8.self), GitConflict.isMarked(text) {
      return try markedTags(text)
    }
    let problem = StoreProblem(error, bytes)
    guard error.isContentError else { return StoreFinding(problem, file: path) }
    if let text = bytes.withoutByteOrderMark, Self.tags(text) != nil {
      let repair = try replacing(path, by: text)
      return StoreFinding(problem, file: path, remedy: .removeByteOrderMark, repair: repair)
    }
    guard let text = journalVersions.lastTags?.text else {
      return StoreFinding(problem, file: path)
    }
    let repair = try replacing(path, by: text)
    return StoreFinding(problem, file: path, remedy: .restoreFromHistory, repair: repair)
  }

  /// What is to be done where git left two versions of the tags in one file.
  private mutating func markedTags(_ text: String) throws(SystemError) -> StoreFinding {
    let path = StoreLayout.tags
    guard
      let conflict = GitConflict(text), let ours = Self.tags(conflict.ours),
      let theirs = Self.tags(conflict.theirs)
    else {
      let reason = "its two versions cannot be told apart"
      return StoreFinding(.conflictMarkers(reason: reason), file: path)
    }
    let base = conflict.base.flatMap(Self.tags)
    let merge = TagListMerge(
      ours,
      theirs,
      base: base,
      in: journalVersions,
      beside: ours,
      isTheirsLater: false
    )
    let merged = FileMerge(
      path: path,
      before: conflict.ours,
      copy: conflict.theirs,
      after: merge.result.text(.indented),
      decided: merge.decided,
      later: "<<<<<<<"
    )
    return StoreFinding(
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
