import Foundation
import IntentKit
import MinutaCore

package struct DoctorIntent: BuiltInIntent {
  static let definition = PackageResources.Doctor_json
  static let requiresOwnTransaction = true
  /// False, because the problems in the result already name these files.
  static let reportsSkippedFiles = false
  static let changingParameter: String? = "repair"

  struct Parameters: Codable {
    let repair: Bool
  }

  package struct Result: Codable, Sendable {
    package let problems: [StoreFindingResult]
    package let repaired: Int
    package let remaining: Int
    /// A sentence for each part outside of the data folder that has no problem.
    package let checks: [String]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let isRepair = parameters.repair
    // Always repair a copy, to find out what can be repaired; without `repair`, discard the copy.
    var tracker = context.tracker
    let diagnosis = try tracker.repair()
    if isRepair { context.tracker = tracker }
    let invoices = try StoredInvoices(tracker).findings(tracker)
    // Damaged tags are among the problems already.
    let tags = try? tracker.tags(includingArchived: true)
    let settings = tags.map(context.rules.findings) ?? []
    let others =
      diagnosis.remaining + invoices + context.configurationDiagnosis.findings + settings
    let problems = (diagnosis.repaired + others).sorted { first, second in
      (first.file ?? "", first.code) < (second.file ?? "", second.code)
    }
    let notes = others.count(where: \.isInformational)
    let (repaired, remaining) = (diagnosis.repaired.count, others.count - notes)
    return IntentOutput(
      Result(
        problems: problems.map { StoreFindingResult($0, context.formatter) },
        repaired: isRepair ? repaired : 0,
        remaining: isRepair ? remaining : repaired + remaining,
        checks: context.configurationDiagnosis.checks
      ),
      dialog: (isRepair
        ? repairedSentence(repaired, of: repaired + remaining, context).notice
        : foundSentence(repaired + remaining, repairable: repaired)) + noteSentence(notes)
    )
  }

  private func noteSentence(_ count: Int) -> Notice {
    switch count {
    case 0: ""
    case 1: " There is 1 note, which needs no repair."
    default: " There are \(count) notes, which need no repair."
    }
  }

  private func foundSentence(_ count: Int, repairable: Int) -> Notice {
    let command = "doctor --repair"
    switch (count, repairable) {
    case (0, _): return "No problems found."
    case (1, 0): return "1 problem to fix by hand."
    case (1, _): return "1 problem, which can be fixed.".suggesting(command)
    case (_, 0): return "\(count) problems to fix by hand."
    case (_, count): return "\(count) problems, which can be fixed.".suggesting(command)
    default: return "\(count) problems, of which \(repairable) can be fixed.".suggesting(command)
    }
  }

  private func repairedSentence(
    _ repaired: Int,
    of count: Int,
    _ context: IntentContext
  ) -> String {
    if count == 0 { return "No problems found." }
    let verb = context.verb("repair", past: "Repaired")
    return "\(verb) \(repaired) of \(count.counted("problem"))."
  }
}

extension TimeRules {
  /// Returns a note for each tag that the settings name and that doesn't exist.
  fileprivate func findings(_ tags: [Tag]) -> [StoreFinding] {
    let paths = tags.map { TagPath($0.name) }
    let unknown = tagUses.filter { use in !paths.contains { $0.isAtOrBelow(use.tag) } }
    return unknown.map { use in
      StoreFinding(
        .configuration(
          code: StoreFinding.unknownTagCode,
          "The settings have \(use.noun) for \(use.tag.name.quoted), but there is no such tag."
        )
      )
    }
  }
}
