import IntentKit
import MinutaCore

struct DeleteTagIntent: BuiltInIntent {
  static let definition = PackageResources.DeleteTag_json

  struct Parameters: Codable {
    let tag: TagReference
    let confirm: Bool
  }

  struct Result: Codable {
    let tag: TagResult
    let recordCount: Int
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let deleted = try context.tracker.deleteTag(parameters.tag)
    try context.confirm("untag", records: deleted.records)
    let records =
      switch deleted.records {
      case 0: ", which no record had"
      case 1: "; 1 record \(context.isDryRun ? "would be untagged" : "is now untagged")"
      case let count:
        "; \(count) records \(context.isDryRun ? "would be untagged" : "are now untagged")"
      }
    return IntentOutput(
      Result(tag: TagResult(deleted.tag), recordCount: deleted.records),
      dialog:
        "\(context.verb("delete", past: "Deleted")) the tag \(deleted.tag.name.quoted)\(records)."
    )
  }
}
