import IntentKit
import JSONText
import MinutaCore

enum UnarchiveTagIntent: BuiltInIntent {
  static let definition = PackageResources.UnarchiveTag_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.requiredTag()
    let archived = try context.tracker.archiveTag(tag, false)
    let name = archived.tag.name.quoted
    return IntentResult(
      ["tag": archived.tag.json],
      dialog: archived.isUnchanged
        ? "The tag \(name) is not archived."
        : "\(context.verb("unarchive", past: "Unarchived")) the tag \(name)."
    )
  }
}
