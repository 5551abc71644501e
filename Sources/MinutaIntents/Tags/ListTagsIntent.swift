import IntentKit
import MinutaCore

package struct ListTagsIntent: BuiltInIntent {
  static let definition = PackageResources.ListTags_json

  struct Parameters: Codable {
    let includeArchived: Bool
  }

  package struct Result: Codable, Sendable {
    package let tags: [TagResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let tags = try context.tracker.tags(includingArchived: parameters.includeArchived)
    return IntentOutput(
      Result(tags: tags.map(TagResult.init)),
      dialog: "\(tags.count.counted("tag"))."
    )
  }
}
