import IntentKit
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
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let renamed = try context.tracker.renameTag(parameters.tag, to: parameters.name.name)
    let (old, new) = (renamed.old.name.quoted, renamed.tag.name.quoted)
    let tag = TagResult(renamed.tag)
    guard let records = renamed.merged else {
      let isUnchanged = renamed.old.name == renamed.tag.name
      return IntentOutput(
        Result(tag: tag, merged: false),
        dialog: isUnchanged
          ? "The tag is already named \(new)."
          : "\(context.verb("rename", past: "Renamed")) \(old) to \(new)."
      )
    }
    try context.confirm("merge \(old) into \(new) and change", records: records)
    let count = records == 1 ? "1 record" : "\(records) records"
    return IntentOutput(
      Result(tag: tag, merged: true, deleted: TagResult(renamed.old), recordCount: records),
      dialog: "\(context.verb("merge", past: "Merged")) \(old) into the existing tag \(new); "
        + "\(count) \(context.isDryRun ? "would move" : "moved")."
    )
  }
}
