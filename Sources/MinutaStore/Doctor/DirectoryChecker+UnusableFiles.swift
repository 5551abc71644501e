import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Finds record files that can't be read or parsed.
extension DirectoryChecker {
  mutating func findUnusable() throws(SystemError) {
    for file in files.unlisted {
      found.append(StoreFinding(.notAFile(reason: file.reason), file: file.path))
    }
    for (path, error) in files.unusable {
      if let finding = try finding(at: path, error) { found.append(finding) }
    }
  }

  private mutating func finding(
    at path: String,
    _ error: StoreError
  ) throws(SystemError) -> StoreFinding? {
    if error.isNotRegularFile { return StoreFinding(.notAFile(reason: error.reason), file: path) }
    if ConflictCopyName(path) != nil {
      return StoreFinding(.conflictCopy(reason: error.reason), file: path)
    }
    let bytes = (try? reader.bytes(path, limit: StoreLayout.recordLimit)) ?? []
    if let text = String(validating: bytes, as: UTF8.self), GitConflict.hasMarkers(text) {
      return try conflictMarkerFinding(in: text, at: path)
    }
    let problem = StoreProblem(error, bytes)
    guard error.isContentError else { return StoreFinding(problem, file: path) }
    if let text = bytes.withoutByteOrderMark, let record = Self.record(text)?.stored.record,
      reserve(record.id)
    {
      let repair = try replacing(path, by: text)
      return StoreFinding(
        problem,
        file: path,
        record: record.id,
        remedy: .removeByteOrderMark,
        repair: repair
      )
    }
    guard
      let text = journalVersions.lastTexts[path] ?? nil,
      let record = Self.record(text)?.stored.record,
      reserve(record.id)
    else { return StoreFinding(problem, file: path) }
    let repair = try replacing(path, by: text)
    return StoreFinding(
      problem,
      file: path,
      record: record.id,
      remedy: .restoreFromHistory,
      repair: repair
    )
  }

  /// Returns a finding for git's conflict markers in a record's file, with a repair if possible.
  private mutating func conflictMarkerFinding(
    in text: String,
    at path: String
  ) throws(SystemError) -> StoreFinding {
    guard
      let conflict = GitConflict(text), let ours = Self.record(conflict.ours),
      let theirs = Self.record(conflict.theirs)
    else {
      let reason = "they can't be separated"
      return StoreFinding(.conflictMarkers(reason: reason), file: path)
    }
    let id = ours.stored.record.id
    let isOne = theirs.stored.record.id == id
    guard reserve(id), isOne || reserve(theirs.stored.record.id) else {
      let reason = "another file has a record with the same ID"
      return StoreFinding(.conflictMarkers(reason: reason), file: path)
    }
    guard isOne else { return try split(path, conflict, theirs.stored.record) }
    let known = conflict.base.flatMap { Self.record($0) }.map { MergeBase($0.json) }
    let history = journalVersions.history(ofRecord: id)
    let merge = JSONObjectMerge(
      ours.json,
      theirs.json,
      base: known ?? history.base(of: theirs.json, beside: ours.json),
      isTheirsLater: false
    )
    let merged = FileMerge(
      path: path,
      before: conflict.ours,
      copy: conflict.theirs,
      after: JSONValue.object(merge.result).text(.indented),
      decided: merge.decided,
      later: merge.keepsTheirs == true ? ">>>>>>>" : "<<<<<<<",
      invoice: merge.billing
    )
    return StoreFinding(
      .conflictMarkers(reason: nil),
      file: path,
      record: id,
      remedy: .merge(merged),
      repair: try replacing(path, by: merged.after)
    )
  }

  /// Returns a finding for two records that git merged into one file, with a repair that moves the
  /// second record to a new file.
  private mutating func split(
    _ path: String,
    _ conflict: GitConflict,
    _ second: TimeRecord
  ) throws(SystemError) -> StoreFinding {
    let problem = StoreProblem.conflictMarkers(reason: nil)
    let folder = StoreLayout.folder(ofFile: path)
    guard let newPath = try unusedPath(of: second, in: folder) else {
      return StoreFinding(problem, file: path)
    }
    let texts = [
      StoreRepair.TextFileChange(path: path, before: nil, after: conflict.ours),
      StoreRepair.TextFileChange(path: newPath, before: nil, after: conflict.theirs),
    ]
    return StoreFinding(
      problem,
      file: path,
      record: second.id,
      remedy: .rename(to: newPath),
      repair: StoreRepair(of: path, texts: texts, moves: [try trash(path)])
    )
  }
}

extension StoreProblem {
  /// Creates the problem to report for a file whose content `bytes` caused `error`.
  init(_ error: StoreError, _ bytes: [UInt8]) {
    if case .notJSON(let json) = error, json.problem == .unexpectedEnd || bytes.contains(0) {
      self = .incompleteSync(reason: error.reason)
    } else {
      self = .unreadableFile(reason: error.reason)
    }
  }
}

extension StoreError {
  /// Whether the path isn't a regular file.
  fileprivate var isNotRegularFile: Bool {
    switch self {
    case .notARegularFile: true
    case .system(let error): error.isLink
    default: false
    }
  }

  /// Whether the file was read but its content is unusable.
  var isContentError: Bool {
    switch self {
    case .notJSON, .malformed, .notAnObject: true
    case .system(let error): error.isTooLarge
    case .notARegularFile, .sameID, .inConflict, .missing: false
    }
  }
}

extension [UInt8] {
  /// The text after a UTF-8 byte order mark; nil if there is no mark.
  var withoutByteOrderMark: String? {
    guard starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
    return String(validating: dropFirst(3), as: UTF8.self)
  }
}
