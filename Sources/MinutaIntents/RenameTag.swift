import IntentKit
import JSONText
import MinutaCore

enum RenameTag: BuiltInIntent {
  static let definition = PackageResources.RenameTag_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.requiredTag()
    let renamed = try run.tracker.renameTag(tag, to: values.string("name") ?? "")
    let (old, new) = (renamed.old.name.quoted, renamed.tag.name.quoted)
    guard let records = renamed.merged else {
      let wasSo = renamed.old.name == renamed.tag.name
      return Answer(
        ["tag": renamed.tag.json, "merged": false],
        dialog: wasSo
          ? "The tag is called \(new) already."
          : "\(run.verb("rename", past: "Renamed")) \(old) to \(new)."
      )
    }
    try run.confirm(values, "merge \(old) into \(new) and so change", records: records)
    let goes = run.isRehearsal ? "would go" : records == 1 ? "goes" : "go"
    let count = "\(records) \(records == 1 ? "record" : "records") \(goes)"
    return Answer(
      [
        "tag": renamed.tag.json,
        "merged": true,
        "deleted": renamed.old.json,
        "recordCount": .number(JSONNumber(records)),
      ],
      dialog: "\(run.verb("merge", past: "Merged")) \(old) into \(new), "
        + "which there was already; \(count) with it."
    )
  }
}
