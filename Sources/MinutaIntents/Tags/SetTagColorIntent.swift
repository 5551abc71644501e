import IntentKit
import JSONText
import MinutaCore

enum SetTagColorIntent: BuiltInIntent {
  static let definition = PackageResources.SetTagColor_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.requiredTag()
    let colored = try context.tracker.colorTag(tag, arguments.string("color"))
    return IntentResult(
      ["tag": colored.json],
      dialog: "\(context.verb("set", past: "Set")) the colour of the tag \(colored.name.quoted) "
        + "to \(colored.color)."
    )
  }
}
