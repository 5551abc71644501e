import IntentKit
import JSONText
import MinutaCore

struct RemoveImageIntent: BuiltInIntent {
  static let definition = PackageResources.RemoveImage_json
  static let requiresOwnTransaction = true

  struct Parameters: Codable {
    let record: RecordReference
    /// The number of the image, or the name of its file.
    let image: JSONValue
  }

  struct Result: Codable {
    let record: RecordResult
    let image: String
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let image = parameters.image
    let name = image.string ?? image.integer.map { "\($0)" } ?? ""
    let removed = try context.tracker.removeImage(name, from: parameters.record.id)
    context.updateLastRecord([removed.record])
    return IntentOutput(
      Result(record: context.result(of: removed.record), image: removed.file),
      dialog: "\(context.verb("remove", past: "Removed")) \(removed.file.quoted) from "
        + "\(context.formatter.record(removed.record))."
    )
  }
}
