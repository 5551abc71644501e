import IntentKit
import MinutaCore

struct UnarchiveTagIntent: BuiltInIntent {
  static let definition = PackageResources.UnarchiveTag_json

  struct Parameters: Codable {
    let tag: TagReference
  }

  struct Result: Codable {
    let tag: TagResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let archived = try context.tracker.archiveTag(parameters.tag, false)
    let name = archived.tag.name.quoted
    return IntentOutput(
      Result(tag: TagResult(archived.tag)),
      dialog: archived.isUnchanged
        ? "The tag \(name) is not archived."
        : "\(context.verb("unarchive", past: "Unarchived")) the tag \(name)."
    )
  }
}
