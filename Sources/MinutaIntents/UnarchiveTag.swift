import IntentKit
import JSONText
import MinutaCore

enum UnarchiveTag: BuiltInIntent {
  static let definition = PackageResources.UnarchiveTag_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.requiredTag()
    let archived = try run.tracker.archiveTag(tag, false)
    let name = archived.tag.name.quoted
    return Answer(
      ["tag": archived.tag.json],
      dialog: archived.wasSo
        ? "The tag \(name) is not archived."
        : "\(run.verb("unarchive", past: "Unarchived")) the tag \(name)."
    )
  }
}
