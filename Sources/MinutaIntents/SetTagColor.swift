import IntentKit
import JSONText
import MinutaCore

enum SetTagColor: BuiltInIntent {
  static let definition = PackageResources.SetTagColor_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.requiredTag()
    let colored = try run.tracker.colorTag(tag, values.string("color"))
    return Answer(
      ["tag": colored.json],
      dialog: run.isRehearsal
        ? "Would give the tag \(colored.name.quoted) the colour \(colored.color)."
        : "The tag \(colored.name.quoted) has the colour \(colored.color)."
    )
  }
}
