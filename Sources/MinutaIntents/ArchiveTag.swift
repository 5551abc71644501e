import IntentKit
import JSONText
import MinutaCore

enum ArchiveTag: BuiltInIntent {
  static let definition = PackageResources.ArchiveTag_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.requiredTag()
    let archived = try run.tracker.archiveTag(tag, true)
    let name = archived.tag.name.quoted
    return Answer(
      ["tag": archived.tag.json],
      dialog: archived.wasSo
        ? "The tag \(name) is archived already."
        : "\(run.verb("archive", past: "Archived")) the tag \(name)."
    )
  }
}
