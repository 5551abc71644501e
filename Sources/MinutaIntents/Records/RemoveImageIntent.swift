import IntentKit
import JSONText
import MinutaCore

enum RemoveImageIntent: BuiltInIntent {
  static let definition = PackageResources.RemoveImage_json
  static let requiresOwnTransaction = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let id = try arguments.requiredRecord()
    let image = arguments.string("image") ?? arguments.integer("image").map { "\($0)" } ?? ""
    let removed = try context.tracker.removeImage(image, from: id)
    context.updateLastRecord([removed.record])
    return IntentResult(
      ["record": removed.record.json(context.recordJSONOptions), "image": .string(removed.file)],
      dialog: "\(context.verb("remove", past: "Removed")) \(removed.file.quoted) from "
        + "\(context.formatter.record(removed.record))."
    )
  }
}
