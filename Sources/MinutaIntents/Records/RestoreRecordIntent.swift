import IntentKit
import JSONText
import MinutaCore

enum RestoreRecordIntent: BuiltInIntent {
  static let definition = PackageResources.RestoreRecord_json
  static let requiresOwnTransaction = true
  static let mayCauseOverlaps = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let restored = try context.tracker.restoreRecord(arguments.string("record") ?? "")
    context.updateLastRecord([restored.record])
    let verb = context.isDryRun ? "Would also restore" : "Also restored"
    let tag = restored.recreatedTag.map { " \(verb) the tag \($0.name.quoted)." } ?? ""
    return IntentResult(
      ["record": restored.record.json(context.recordJSONOptions)],
      dialog:
        "\(context.verb("restore", past: "Restored")) \(context.formatter.record(restored.record)).\(tag)"
        + sentence(of: restored.replacedTag, by: restored.record.tag)
        + sentence(of: restored.lostImages)
    )
  }

  private static func sentence(of replaced: Tag?, by tag: Tag?) -> String {
    guard let replaced, let tag else { return "" }
    return " Its tag \(replaced.name.quoted) was deleted; it now has the tag \(tag.name.quoted)."
  }

  private static func sentence(of lost: [String]) -> String {
    if lost.isEmpty { return "" }
    let names = lost.map(\.quoted).joinedAsList
    return lost.count == 1
      ? " Its image \(names) is no longer in the trash."
      : " Its images \(names) are no longer in the trash."
  }
}
