import IntentKit
import MinutaCore

struct SetTagColorIntent: BuiltInIntent {
  static let definition = PackageResources.SetTagColor_json

  struct Parameters: Codable {
    let tag: TagReference
    let color: ColorArgument?
  }

  struct Result: Codable {
    let tag: TagResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let colored = try context.tracker.colorTag(parameters.tag, parameters.color?.text)
    let below = colored.below == 0 ? "" : " and \(colored.below.counted("tag")) below it"
    return IntentOutput(
      Result(tag: TagResult(colored.tag)),
      dialog: "\(verb(context)) the colour of the tag "
        + "\(colored.tag.name.quoted)\(below) to \(colored.tag.color)."
    )
  }

  private func verb(_ context: IntentContext) -> String {
    parameters.color == nil
      ? context.verb("reset", past: "Reset") : context.verb("set", past: "Set")
  }
}
