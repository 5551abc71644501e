import IntentKit
import JSONText
import MinutaCore

enum DeleteTag: BuiltInIntent {
  static let definition = PackageResources.DeleteTag_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.requiredTag()
    let deleted = try run.tracker.deleteTag(tag)
    try run.confirm(values, "untag", records: deleted.records)
    let records =
      switch deleted.records {
      case 0: ", which no record had"
      case 1: "; 1 record \(run.isRehearsal ? "would be untagged" : "is untagged now")"
      case let count:
        "; \(count) records \(run.isRehearsal ? "would be untagged" : "are untagged now")"
      }
    return Answer(
      ["tag": deleted.tag.json, "recordCount": .number(JSONNumber(deleted.records))],
      dialog: "\(run.verb("delete", past: "Deleted")) the tag \(deleted.tag.name.quoted)\(records)."
    )
  }
}
