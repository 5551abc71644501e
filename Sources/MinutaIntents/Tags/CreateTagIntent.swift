import IntentKit
import MinutaCore

struct CreateTagIntent: BuiltInIntent {
  static let definition = PackageResources.CreateTag_json

  struct Parameters: Codable {
    let tag: TagReference
    let color: ColorArgument?
  }

  struct Result: Codable {
    let tag: TagResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let created = try context.tracker.createTag(parameters.tag, color: parameters.color?.text)
    return IntentOutput(
      Result(tag: TagResult(created)),
      dialog: "\(context.verb("create", past: "Created")) the tag \(created.name.quoted)."
    )
  }
}
