import IntentKit
import JSONText
import MinutaCore

enum CreateTag: BuiltInIntent {
  static let definition = PackageResources.CreateTag_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.requiredTag()
    let created = try run.tracker.createTag(tag, color: values.string("color"))
    return Answer(
      ["tag": created.json],
      dialog: "\(run.verb("create", past: "Created")) the tag \(created.name.quoted)."
    )
  }
}
