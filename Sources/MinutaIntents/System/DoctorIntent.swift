import Foundation
import IntentKit
import JSONText
import MinutaCore

enum DoctorIntent: BuiltInIntent {
  static let definition = PackageResources.Doctor_json
  static let requiresOwnTransaction = true
  /// Its problems name them.
  static let reportsSkippedFiles = false

  static func isReadOnly(for arguments: IntentArguments) -> Bool { !arguments.flag("repair") }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let isRepair = arguments.flag("repair")
    // The plan is what a repair does, forgotten again.
    var tracker = context.tracker
    let diagnosis = try tracker.repair()
    if isRepair { context.tracker = tracker }
    let others = diagnosis.remaining + context.configurationFindings
    let problems = (diagnosis.repaired + others).sorted { first, second in
      (first.file ?? "", first.code) < (second.file ?? "", second.code)
    }
    let notes = others.count(where: \.isInformational)
    let (repaired, remaining) = (diagnosis.repaired.count, others.count - notes)
    return IntentResult(
      [
        "problems": .array(problems.map { $0.json(context.formatter) }),
        "repaired": .number(JSONNumber(isRepair ? repaired : 0)),
        "remaining": .number(JSONNumber(isRepair ? remaining : repaired + remaining)),
      ],
      dialog: (isRepair
        ? repairedSentence(repaired, of: repaired + remaining, context)
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
    _ context: IntentContext
  ) -> String {
    if count == 0 { return "No problem was found." }
    let deed = context.verb("repair", past: "Repaired")
    return "\(deed) \(repaired) of \(count == 1 ? "1 problem" : "\(count) problems")."
  }
}

extension StoreFinding {
  /// The finding as answers have it.
  fileprivate func json(_ formatter: SentenceFormatter) -> JSONValue {
    var json: JSONObject = ["code": .string(code)]
    json["file"] = file.map { .string($0) }
    json["record"] = record.map { .string($0.uuidString) }
    json["message"] = .string(sentence(formatter))
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
