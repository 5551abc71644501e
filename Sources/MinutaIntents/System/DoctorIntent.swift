import Foundation
import IntentKit
import JSONText
import MinutaCore

enum DoctorIntent: BuiltInIntent {
  static let definition = PackageResources.Doctor_json
  static let requiresOwnTransaction = true
  /// False, because the problems in the result already name these files.
  static let reportsSkippedFiles = false

  static func isReadOnly(for arguments: IntentArguments) -> Bool { !arguments.flag("repair") }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let isRepair = arguments.flag("repair")
    // Always repair a copy, to find out what can be repaired; without `repair`, discard the copy.
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
        : foundSentence(repaired + remaining, repairable: repaired)) + noteSentence(notes)
    )
  }

  private static func noteSentence(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: " There is 1 note, which needs no repair."
    default: " There are \(count) notes, which need no repair."
    }
  }

  private static func foundSentence(_ count: Int, repairable: Int) -> String {
    let command = "'minuta doctor --repair'"
    switch (count, repairable) {
    case (0, _): return "No problems found."
    case (1, 0): return "1 problem to fix by hand."
    case (1, _): return "1 problem. Run \(command) to fix it."
    case (_, 0): return "\(count) problems to fix by hand."
    case (_, count): return "\(count) problems. Run \(command) to fix them."
    default: return "\(count) problems. Run \(command) to fix \(repairable) of them."
    }
  }

  private static func repairedSentence(
    _ repaired: Int,
    of count: Int,
    _ context: IntentContext
  ) -> String {
    if count == 0 { return "No problems found." }
    let verb = context.verb("repair", past: "Repaired")
    return "\(verb) \(repaired) of \(count == 1 ? "1 problem" : "\(count) problems")."
  }
}

extension StoreFinding {
  /// Returns the finding as JSON.
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
