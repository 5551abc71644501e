import IntentKit
import JSONText
import MinutaCore

enum ListTagsIntent: BuiltInIntent {
  static let definition = PackageResources.ListTags_json

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tags = try context.tracker.tags(includingArchived: arguments.flag("includeArchived"))
    return IntentResult(
      ["tags": .array(tags.map(\.json))],
      dialog: tags.count == 1 ? "1 tag." : "\(tags.count) tags."
    )
  }
}
