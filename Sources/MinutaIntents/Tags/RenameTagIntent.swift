import IntentKit
import JSONText
import MinutaCore

struct RenameTagIntent: BuiltInIntent {
  static let definition = PackageResources.RenameTag_json

  struct Parameters: Codable {
    let tag: TagReference
    let name: TagNameArgument
    let confirm: Bool
  }

  struct Result: Codable {
    let tag: TagResult
    let merged: Bool
    var deleted: TagResult?
    var recordCount: Int?
    /// The number of tags below the old name that were renamed or merged; nil if there are none.
    var tagsBelow: Int?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let renamed = try context.tracker.renameTag(parameters.tag, to: parameters.name.name)
    try confirm(renamed, in: &context)
    var result = Result(tag: TagResult(renamed.tag), merged: renamed.merged != nil)
    if renamed.isMerge {
      result.deleted = renamed.merged == nil ? nil : renamed.old.map { TagResult($0) }
      result.recordCount = renamed.records
    }
    result.tagsBelow = renamed.below == 0 ? nil : renamed.below
    let note = context.rules.note(onRenaming: renamed.oldName, to: renamed.newName)
    return IntentOutput(result, dialog: renamed.sentence(context) + note)
  }

  private func confirm(
    _ renamed: TagRenameResult,
    in context: inout IntentContext
  ) throws(Failure) {
    if renamed.below == 0 {
      guard let records = renamed.merged else { return }
      let (old, new) = (renamed.oldName.quoted, renamed.newName.quoted)
      let change = records == 0 ? "" : " and change \(records.counted("record"))"
      try context.confirm(
        "This would merge \(old) into \(new)\(change)",
        data: ["records": .number(JSONNumber(records))]
      )
    } else {
      try context.confirm(
        "This would \(renamed.action { verb, _ in verb })",
        data: [
          "tags": .number(JSONNumber(renamed.below)),
          "records": .number(JSONNumber(renamed.records)),
        ]
      )
    }
  }
}

extension TimeRules {
  /// Returns a sentence about settings that still have the old name of a tag; empty if none has.
  fileprivate func note(onRenaming old: String, to new: String) -> Notice {
    let (old, new) = (TagPath(old), TagPath(new))
    if new.isAtOrBelow(old) { return "" }
    let uses = tagUses.filter { $0.tag.isAtOrBelow(old) }.map(\.noun)
    let nouns = uses.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if nouns.isEmpty { return "" }
    return " The settings still have \(nouns.joinedAsList) for \(old.name.quoted); change them."
      .suggesting("config edit")
  }
}

extension TagRenameResult {
  /// Whether any tag was merged into another.
  fileprivate var isMerge: Bool { merged != nil || mergedBelow > 0 }

  /// The number of records that got another tag.
  fileprivate var records: Int { (merged ?? 0) + recordsBelow }

  fileprivate func sentence(_ context: IntentContext) -> String {
    if below == 0, merged == nil, old?.name == newName {
      return "The tag is already named \(newName.quoted)."
    }
    let action = action { verb, past in context.verb(verb, past: past) }
    let verb = staying == 1 ? "stays" : "stay"
    let stay =
      staying == 0 ? "" : " \(staying.counted("tag")) below \(oldName.quoted) \(verb)."
    if !isMerge { return "\(action).\(stay)" }
    let count = records.counted("record")
    return "\(action); \(count) \(context.isDryRun ? "would move" : "moved").\(stay)"
  }

  /// Returns the change as text such as `Renamed 'Acme' and 3 tags below it to 'New'`.
  ///
  /// - Parameter verb: chooses between a verb such as `rename` and its past, such as `Renamed`.
  fileprivate func action(_ verb: (_ verb: String, _ past: String) -> String) -> String {
    let below = self.below.counted("tag")
    let subject =
      switch (old, self.below) {
      case (nil, _): "\(below) below \(oldName.quoted)"
      case (_?, 0): oldName.quoted
      case (_?, _): "\(oldName.quoted) and \(below) below it"
      }
    if merged != nil {
      return "\(verb("merge", "Merged")) \(subject) into the existing tag \(newName.quoted)"
    }
    let merging =
      switch mergedBelow {
      case 0: ""
      case 1: ", merging 1 tag into an existing one"
      case let count: ", merging \(count) tags into existing ones"
      }
    let change =
      old == nil ? "\(verb("move", "Moved")) \(subject)" : "\(verb("rename", "Renamed")) \(subject)"
    let target = hasTarget ? "the existing tag \(newName.quoted)" : newName.quoted
    return "\(change) to \(target)\(merging)"
  }
}
