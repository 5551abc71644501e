import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Finds problems of `tags.json` and its conflict copies.
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
    var exists = true
    do throws(StoreError) {
      tags = try reader.tagsFile()
      exists = tags != nil
      if tags == nil, copies.isEmpty { findMissingTags() }
    } catch {
      let finding = try tagListFinding(error)
      found.append(finding)
      // Don't merge the copies yet. If `tags.json` can be repaired, the next check compares them
      // with the result. If the system prevented reading `tags.json`, its content may be intact.
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
        let moves = exists ? [try trash(StoreLayout.tags), try trash(copy)] : [try trash(copy)]
        let text = StoreRepair.TextFileChange(
          path: StoreLayout.tags,
          before: nil,
          after: theirs.text
        )
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

  /// Reports files whose names resemble `tags.json` but that aren't conflict copies of it.
  private mutating func reportUnrelatedTagFiles() {
    for name in (try? Directory.names(in: reader.root)) ?? []
    where name.hasPrefix("tags") && name.hasSuffix(".json") && name != StoreLayout.tags {
      if !StoreLayout.isTagsCopy(name) { found.append(StoreFinding(.stray, file: name)) }
    }
  }

  /// Plans to restore a missing `tags.json` from the journal.
  private mutating func findMissingTags() {
    let path = StoreLayout.tags
    guard isTagListMissing else { return }
    let isNamed = snapshot.tags().problem != nil
    let problem = StoreProblem.tagsMissing(
      although: isNamed ? DirectorySnapshot.namedTags : DirectorySnapshot.knownTags
    )
    guard let text = lastTags else {
      found.append(StoreFinding(problem, file: path))
      return
    }
    let change = StoreRepair.TextFileChange(path: path, before: nil, after: text)
    found.append(
      StoreFinding(
        problem,
        file: path,
        remedy: .restoreFromHistory,
        repair: StoreRepair(of: path, texts: [change])
      )
    )
  }

  /// The tags as the journal last recorded them, with all that records use; nil if it has none.
  ///
  /// A sync of an earlier version may have brought a list that lacks tags.
  private var lastTags: String? {
    guard var tags = journalVersions.lastTags else { return nil }
    let records = snapshot.records(in: TimeRange(timeZone: .gmt), now: .distantFuture)
    for id in Set(records.compactMap(\.tagId)).sorted(by: { $0.text < $1.text }) {
      guard tags.text(of: id) == nil,
        let tag = journalVersions.history(ofTag: id).versions.last
      else { continue }
      tags.put(JSONValue.object(tag.json).text(.stored), under: id)
    }
    return tags.text
  }

  /// Reports a conflict copy of `tags.json` that the user has to merge by hand.
  private mutating func reportTagListCopy(_ path: String) {
    let reason = "either it or \(StoreLayout.tags) is unusable"
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

  /// Plans to merge a conflict copy into `tags.json`, and returns the merged tags.
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
      isNew
      ? [StoreRepair.TextFileChange(path: StoreLayout.tags, before: ours.text, after: text)] : []
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
    if let text = String(validating: bytes, as: UTF8.self), GitConflict.hasMarkers(text) {
      return try conflictMarkerFinding(in: text)
    }
    let problem = StoreProblem(error, bytes)
    guard error.isContentError else { return StoreFinding(problem, file: path) }
    if let text = bytes.withoutByteOrderMark, Self.tags(text) != nil {
      let repair = try replacing(path, by: text)
      return StoreFinding(problem, file: path, remedy: .removeByteOrderMark, repair: repair)
    }
    guard let text = lastTags else {
      return StoreFinding(problem, file: path)
    }
    let repair = try replacing(path, by: text)
    return StoreFinding(problem, file: path, remedy: .restoreFromHistory, repair: repair)
  }

  /// Returns a finding for git's conflict markers in `tags.json`, with a repair if possible.
  private mutating func conflictMarkerFinding(in text: String) throws(SystemError) -> StoreFinding {
    let path = StoreLayout.tags
    guard
      let conflict = GitConflict(text), let ours = Self.tags(conflict.ours),
      let theirs = Self.tags(conflict.theirs)
    else {
      let reason = "they can't be separated"
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
  /// The system error to report for an unreadable `tags.json`.
  ///
  /// If no system call failed, `tags.json` isn't a regular file.
  fileprivate var cause: SystemError {
    if case .system(let error) = self { error } else { .notRegular(StoreLayout.tags) }
  }
}
