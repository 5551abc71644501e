import Foundation
import IntentKit
import MinutaCore

extension RepairAction {
  /// Returns a sentence that describes the repair of a finding.
  func sentence(of finding: StoreFinding) -> String {
    let file = (finding.file ?? "").quoted
    let trash = "move the damaged file to the trash"
    switch self {
    case .merge(let merge): return merge.sentence(of: finding)
    case .discard: return "Move \(file) to the trash; another file already has all of its content."
    case .rename(let path):
      return finding.problem == .conflictMarkers(reason: nil)
        ? "Move the second record to its own file, \(path.quoted)."
        : "Rename \(file) to \(path.quoted), because it contains a record of its own, not a copy of "
          + "another file."
    case .newID(let id):
      return "Give the record in \(file) the new id \(id), because it is a record of its own, "
        + "not a copy of another one."
    case .restoreFromHistory where finding.problem.isMissing:
      return "Restore the version of \(file) that this machine wrote last."
    case .restoreFromHistory:
      return "Restore the version of \(file) that this machine wrote last, and \(trash)."
    case .removeByteOrderMark:
      return "Remove the byte order mark (an invisible character) from the start of \(file), "
        + "and move the original file to the trash."
    case .useCopy: return "Rename \(file) to 'tags.json'."
    case .addLine(let line): return "Add the line '\(line)' to \(file)."
    case .recreateTag(let tag, true): return "Create the tag \(tag.name.quoted) again, as it was."
    case .recreateTag(let tag, false): return "Create a tag \(tag.name.quoted) with the missing id."
    case .mergeTags(let tag, let others, let records):
      let ids = others.map(\.id.uuidString).joinedAsList
      let moved = records.counted("record")
      return "Merge the tags named \(tag.name.quoted) into the oldest, \(tag.id.uuidString). "
        + "This deletes \(ids) and changes the tag of \(moved)."
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
    let action =
      isInside
      ? "Merge the two versions in \(path.quoted) into one, and move the original file to the trash."
      : "Merge \((finding.file ?? "").quoted) into \(path.quoted), and move the copy to the trash."
    let billing = invoice.map { number in
      " The record is billed\(number.isEmpty ? "" : " by the invoice \(number.quoted)")."
    }
    if decided.isEmpty { return action + (billing ?? "") }
    let part = later == ">>>>>>>" ? "second" : "first"
    let newer = billing == nil ? "the newer version, " : ""
    let winner = isInside ? "the \(part) version" : "\(newer)\(later.quoted)"
    let values = decided.count == 1 ? "value" : "values"
    return "\(action) Where they differ (\(decided.map(\.quoted).joinedAsList)), "
      + "keep the \(values) of \(winner).\(billing ?? "")"
  }
}
