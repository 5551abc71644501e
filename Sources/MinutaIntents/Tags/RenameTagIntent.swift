import IntentKit
import JSONText
import MinutaCore

enum RenameTagIntent: BuiltInIntent {
  static let definition = PackageResources.RenameTag_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.requiredTag()
    let renamed = try context.tracker.renameTag(tag, to: arguments.string("name") ?? "")
    let (old, new) = (renamed.old.name.quoted, renamed.tag.name.quoted)
    guard let records = renamed.merged else {
      let isUnchanged = renamed.old.name == renamed.tag.name
      return IntentResult(
        ["tag": renamed.tag.json, "merged": false],
        dialog: isUnchanged
          ? "The tag is already named \(new)."
          : "\(context.verb("rename", past: "Renamed")) \(old) to \(new)."
      )
    }
    try context.confirm(arguments, "merge \(old) into \(new) and change", records: records)
    let count = records == 1 ? "1 record" : "\(records) records"
    return IntentResult(
      [
        "tag": renamed.tag.json,
        "merged": true,
        "deleted": renamed.old.json,
        "recordCount": .number(JSONNumber(records)),
      ],
      dialog: "\(context.verb("merge", past: "Merged")) \(old) into the existing tag \(new); "
        + "\(count) \(context.isDryRun ? "would move" : "moved")."
    )
  }
}
