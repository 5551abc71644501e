import Foundation
import IntentKit
import JSONText
import MinutaCore

enum Doctor: BuiltInIntent {
  static let definition = PackageResources.Doctor_json
  static let commitsAlone = true
  /// Its problems name them.
  static let namesFilesSetAside = false

  static func changesNothing(_ values: IntentValues) -> Bool { !values.flag("repair") }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let isRepair = values.flag("repair")
    // The plan is what a repair does, forgotten again.
    var tracker = run.tracker
    let diagnosis = try tracker.repair()
    if isRepair { run.tracker = tracker }
    let others = diagnosis.remaining + run.configurationFindings
    let problems = (diagnosis.repaired + others).sorted { first, second in
      (first.file ?? "", first.code) < (second.file ?? "", second.code)
    }
    let notes = others.count(where: \.isInformational)
    let (repaired, remaining) = (diagnosis.repaired.count, others.count - notes)
    return Answer(
      [
        "problems": .array(problems.map { $0.json(run.words) }),
        "repaired": .number(JSONNumber(isRepair ? repaired : 0)),
        "remaining": .number(JSONNumber(isRepair ? remaining : repaired + remaining)),
      ],
      dialog: (isRepair
        ? repairedSentence(repaired, of: repaired + remaining, run)
        : foundSentence(repaired + remaining, mendable: repaired)) + noteSentence(notes)
    )
  }

  private static func noteSentence(_ count: Int) -> String {
    count == 0 ? "" : count == 1 ? " 1 note needs no repair." : " \(count) notes need no repair."
  }

  private static func foundSentence(_ count: Int, mendable: Int) -> String {
    let repair = "`minuta doctor --repair`"
    switch (count, mendable) {
    case (0, _): return "No problem was found."
    case (1, 0): return "1 problem, to be seen to by hand."
    case (1, _): return "1 problem, which \(repair) mends."
    case (_, 0): return "\(count) problems, to be seen to by hand."
    case (_, count): return "\(count) problems, all of which \(repair) mends."
    default: return "\(count) problems, \(mendable) of which \(repair) mends."
    }
  }

  private static func repairedSentence(
    _ repaired: Int,
    of count: Int,
    _ run: IntentRun
  ) -> String {
    if count == 0 { return "No problem was found." }
    let deed = run.verb("repair", past: "Repaired")
    return "\(deed) \(repaired) of \(count == 1 ? "1 problem" : "\(count) problems")."
  }
}

extension Finding {
  /// The finding as answers have it.
  fileprivate func json(_ words: TimeWords) -> JSONValue {
    var json: JSONObject = ["code": .string(code)]
    json["file"] = file.map { .string($0) }
    json["record"] = record.map { .string($0.uuidString) }
    json["message"] = .string(sentence(words))
    if isInformational { json["informational"] = true }
    json["repair"] = remedy.map { .string($0.sentence(of: self)) }
    if case .merge(let merge) = remedy {
      json["preview"] = [
        "before": Self.parsed(merge.before), "copy": Self.parsed(merge.copy),
        "after": Self.parsed(merge.after),
      ]
    }
    return .object(json)
  }

  private static func parsed(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text)) ?? .string(text)
  }
}
