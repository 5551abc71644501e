import IntentKit
import JSONText
import MinutaCore

enum ArchiveTagIntent: BuiltInIntent {
  static let definition = PackageResources.ArchiveTag_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.requiredTag()
    let archived = try context.tracker.archiveTag(tag, true)
    let name = archived.tag.name.quoted
    return IntentResult(
      ["tag": archived.tag.json],
      dialog: archived.isUnchanged
        ? "The tag \(name) is already archived."
        : "\(context.verb("archive", past: "Archived")) the tag \(name)."
    )
  }
}
