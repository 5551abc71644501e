import Foundation
import IntentKit
import MinutaCore

extension RepairAction {
  /// What a repair does about a finding.
  func sentence(of finding: StoreFinding) -> String {
    let file = (finding.file ?? "").quoted
    let bad = "the bad file goes to the trash"
    switch self {
    case .merge(let merge): return merge.sentence(of: finding)
    case .discard: return "Move \(file) to the trash; nothing in it is lost."
    case .rename(let path):
      return finding.problem == .conflictMarkers(reason: nil)
        ? "Give the second record a file of its own, \(path.quoted)."
        : "It holds a record of its own: give it the name \(path.quoted)."
    case .newID(let id): return "They are two records: give \(file) the id \(id)."
    case .restoreFromHistory where finding.problem.isMissing:
      return "Put back what this machine wrote there last."
    case .restoreFromHistory: return "Put back what this machine wrote there last; \(bad)."
    case .removeByteOrderMark: return "Take off the byte order mark in front of it; \(bad)."
    case .useCopy: return "Let \(file) take the place of 'tags.json'."
    case .addLine(let line): return "Add the line '\(line)' to \(file)."
    case .recreateTag(let tag, true): return "Make the tag \(tag.name.quoted) again, as it was."
    case .recreateTag(let tag, false): return "Make a tag \(tag.name.quoted) with that id."
    case .mergeTags(let tag, let others, let records):
      let ids = others.map(\.id.uuidString).joinedAsList
      let follow = records == 1 ? "1 record follows" : "\(records) records follow"
      return "Merge them into '\(tag.id.uuidString)', which is the oldest; \(ids) "
        + "\(others.count == 1 ? "goes" : "go"), and \(follow)."
    }
  }
}

extension StoreProblem {
  fileprivate var isMissing: Bool {
    if case .tagsMissing = self { true } else { false }
  }
}

extension FileMerge {
  fileprivate func sentence(of finding: StoreFinding) -> String {
    let isInside = finding.file == path
    let deed =
      isInside
      ? "Make one of the two versions; the file with both goes to the trash."
      : "Merge it into \(path.quoted) and move the copy to the trash."
    if decided.isEmpty { return deed }
    let differ = decided.map(\.quoted).joinedAsList + (decided.count == 1 ? " differs" : " differ")
    let which =
      isInside ? "the first version counts" : "\(later.quoted) was changed later and counts"
    return "\(deed) \(differ) on both sides: \(which)."
  }
}
