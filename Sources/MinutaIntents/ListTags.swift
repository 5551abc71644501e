import IntentKit
import JSONText
import MinutaCore

enum ListTags: BuiltInIntent {
  static let definition = PackageResources.ListTags_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tags = try run.tracker.tags(includingArchived: values.flag("includeArchived"))
    return Answer(
      ["tags": .array(tags.map(\.json))],
      dialog: tags.count == 1 ? "1 tag." : "\(tags.count) tags."
    )
  }
}
