import IntentKit
import JSONText
import MinutaCore

enum CutRange: BuiltInIntent {
  static let definition = PackageResources.CutRange_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let given = try run.stretch(of: values)
    let start = try values.required(given.start, "start")
    let end = try values.required(given.end, "end")
    let cut = try run.tracker.cut(from: start, to: end, of: try values.tag("tag"))
    if cut.records == 1 { run.touch(cut.rest) }
    try run.confirm(values, "shorten, split or delete", records: cut.records)
    try run.confirmLength(of: cut.rest, values)
    return Answer(
      [
        "records": .array(cut.rest.map { $0.json(run.times) }),
        "deleted": .array(cut.deleted.map { $0.json(run.times) }),
        "shortenedCount": .number(JSONNumber(cut.shortened)),
        "splitCount": .number(JSONNumber(cut.split)),
        "deletedCount": .number(JSONNumber(cut.deleted.count)),
        "cutSeconds": .number(JSONNumber(cut.seconds)),
      ],
      dialog: dialog(cut, run.words.stretch(start, end), run)
    )
  }

  private static func dialog(_ cut: CutTime, _ stretch: String, _ run: IntentRun) -> String {
    if cut.records == 0 { return "There is nothing to cut out, \(stretch)." }
    let counts = [
      (cut.shortened, "shortened"), (cut.split, "split"), (cut.deleted.count, "deleted"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let duration = DurationText.text(seconds: cut.seconds)
    let only = cut.records == 1 ? (cut.rest + cut.deleted).first : nil
    let records = only.map { "\($0.name)\(run.words.id($0))" } ?? "\(cut.records) records"
    let verb = run.verb("cut", past: "Cut")
    return "\(verb) \(duration) out of \(records), \(stretch): \(parts.listed)."
  }
}
