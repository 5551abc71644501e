import IntentKit
import JSONText
import MinutaCore

enum RemoveImage: BuiltInIntent {
  static let definition = PackageResources.RemoveImage_json
  static let commitsAlone = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let id = try values.requiredRecord()
    let image = values.string("image") ?? values.integer("image").map { "\($0)" } ?? ""
    let removed = try run.tracker.removeImage(image, from: id)
    run.touch([removed.record])
    return Answer(
      ["record": removed.record.json(run.times), "image": .string(removed.file)],
      dialog: "\(run.verb("remove", past: "Removed")) \(removed.file.quoted) from "
        + "\(run.words.record(removed.record))."
    )
  }
}
