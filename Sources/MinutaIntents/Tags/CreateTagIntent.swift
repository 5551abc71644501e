import IntentKit
import JSONText
import MinutaCore

enum CreateTagIntent: BuiltInIntent {
  static let definition = PackageResources.CreateTag_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.requiredTag()
    let created = try context.tracker.createTag(tag, color: arguments.string("color"))
    return IntentResult(
      ["tag": created.json],
      dialog: "\(context.verb("create", past: "Created")) the tag \(created.name.quoted)."
    )
  }
}
