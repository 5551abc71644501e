import IntentKit
import JSONText
import MinutaCore

enum SplitRecord: BuiltInIntent {
  static let definition = PackageResources.SplitRecord_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let id = try values.requiredRecord()
    let start = try run.tracker.knownRecord(id).startTime
    let moments = try run.moments("at", of: values, on: .endingAfter(start))
    let parts = try run.tracker.splitRecord(id, at: moments)
    run.touch(parts)
    try run.confirmLength(of: parts, values)
    let stretches = parts.map { part in
      let (start, end) = (part.record.startTime, part.record.endTime)
      let when =
        end.map { run.words.stretch(start, $0) } ?? "running since \(run.words.moment(start))"
      return "\(when)\(run.words.id(part))"
    }
    return Answer(
      ["records": .array(parts.map { $0.json(run.times) })],
      dialog: "\(run.verb("split", past: "Split")) \(parts[0].name) into \(parts.count): "
        + "\(stretches.listed)."
    )
  }
}
