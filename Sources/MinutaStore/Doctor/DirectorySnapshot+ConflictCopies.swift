import Foundation
import JSONText
import MinutaCore
import SystemCalls

extension DirectorySnapshot {
  func copyRepairs(ofTagsOnly: Bool) throws(TrackingError) -> [StoreRepair] {
    try copyRepairs(ofTagsOnly: ofTagsOnly, withOwn: false)
  }

  /// Returns the repairs that merge conflict copies, without those that the user has to decide about.
  ///
  /// - Parameter withOwn: whether to merge those that Minuta has made, too.
  func copyRepairs(
    ofTagsOnly: Bool,
    withOwn: Bool
  ) throws(TrackingError) -> [StoreRepair] {
    if !ofTagsOnly { loadIndex() }
    let isCopy = { (path: String) in
      ConflictCopyName(path).map { withOwn || $0.isFromSyncProgram } ?? false
    }
    // The index and the tags are read anyway, so a folder without copies costs nothing.
    let duplicates = ofTagsOnly ? [] : content.index?.duplicates ?? []
    let copies = duplicates.filter { isCopy($0.path) }
    let hasTagsCopies = content.tags?.isInConflict ?? false
    if copies.isEmpty, !hasTagsCopies { return [] }
    let files = RecordFileSet(of: self, records: Set(copies.map(\.id)))
    return try reading { _ throws(SystemError) in
      var checker = try DirectoryChecker(copiesIn: self, files, readsTags: hasTagsCopies)
      return try checker.copyRepairs(readsTags: hasTagsCopies, isCopy)
    }
  }
}

extension DirectoryChecker {
  /// Returns the repairs that merge conflict copies, without those that the user has to decide about.
  ///
  /// - Parameter readsTags: whether there are conflict copies of `tags.json`.
  fileprivate mutating func copyRepairs(
    readsTags: Bool,
    _ isCopy: (String) -> Bool
  ) throws(SystemError) -> [StoreRepair] {
    try findDuplicates()
    if readsTags { try findTagListCopies() }
    var repairs: [StoreRepair] = []
    // The copies of one file are merged one after the other, so all of them must be mergeable.
    let groups = Dictionary(grouping: found.filter { $0.problem != .stray }, by: \.record)
    for findings in groups.values.sorted(by: { $0[0].subject < $1[0].subject }) {
      var isMergeable = true
      for finding in findings where try !self.isMergeable(finding, isCopy) {
        isMergeable = false
      }
      if isMergeable { repairs += findings.compactMap(\.repair) }
    }
    return repairs
  }

  /// Returns whether merging a copy loses nothing about which the user has to decide.
  private func isMergeable(
    _ finding: StoreFinding,
    _ isCopy: (String) -> Bool
  ) throws(SystemError) -> Bool {
    guard
      let copy = finding.file, isCopy(copy), ConflictCopyName(finding.subject) == nil,
      finding.repair != nil
    else { return false }
    switch finding.remedy {
    case .discard: return true
    case .merge(let merge):
      if merge.invoice != nil { return false }
      if merge.decided.isEmpty { return true }
      // A tag belongs to many records, so a name or color that both sides changed isn't chosen here.
      if finding.record == nil { return false }
      let times = (try reader.modified(copy), try reader.modified(merge.path))
      return merge.keepsComments && times.0 != times.1
    default: return false
    }
  }
}

extension StoreFinding {
  /// The path of the file into which a copy is merged; empty without a repair.
  fileprivate var subject: String { repair?.subject ?? "" }
}

extension FileMerge {
  /// Whether the merged record has the comments of both versions.
  fileprivate var keepsComments: Bool {
    let texts = [before, copy, after].map { text in
      CommentMerge.text(of: (try? JSONValue(parsing: text))?["comment"]?.string)
    }
    return texts[..<2].allSatisfy { $0.isEmpty || texts[2].contains($0) }
  }
}
