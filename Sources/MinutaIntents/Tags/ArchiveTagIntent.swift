import IntentKit
import MinutaCore

struct ArchiveTagIntent: BuiltInIntent {
  static let definition = PackageResources.ArchiveTag_json

  struct Parameters: Codable {
    let tag: TagReference
  }

  struct Result: Codable {
    let tag: TagResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let archived = try context.tracker.archiveTag(parameters.tag, true)
    let name = archived.tag.name.quoted
    return IntentOutput(
      Result(tag: TagResult(archived.tag)),
      dialog: archived.isUnchanged
        ? "The tag \(name) is already archived."
        : "\(context.verb("archive", past: "Archived")) the tag \(name)."
    )
  }
}
