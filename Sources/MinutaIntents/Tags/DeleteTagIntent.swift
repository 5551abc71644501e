import IntentKit
import JSONText
import MinutaCore

enum DeleteTagIntent: BuiltInIntent {
  static let definition = PackageResources.DeleteTag_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.requiredTag()
    let deleted = try context.tracker.deleteTag(tag)
    try context.confirm(arguments, "untag", records: deleted.records)
    let records =
      switch deleted.records {
      case 0: ", which no record had"
      case 1: "; 1 record \(context.isDryRun ? "would be untagged" : "is now untagged")"
      case let count:
        "; \(count) records \(context.isDryRun ? "would be untagged" : "are now untagged")"
      }
    return IntentResult(
      ["tag": deleted.tag.json, "recordCount": .number(JSONNumber(deleted.records))],
      dialog:
        "\(context.verb("delete", past: "Deleted")) the tag \(deleted.tag.name.quoted)\(records)."
    )
  }
}
