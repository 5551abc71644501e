import IntentKit
import MinutaCore

struct RestoreRecordIntent: BuiltInIntent {
  static let definition = PackageResources.RestoreRecord_json
  static let requiresOwnTransaction = true
  static let mayCauseOverlaps = true

  struct Parameters: Codable {
    let record: String
  }

  struct Result: Codable {
    let record: RecordResult
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let restored = try context.tracker.restoreRecord(parameters.record)
    context.updateLastRecord([restored.record])
    let verb = context.isDryRun ? "Would also restore" : "Also restored"
    let tag = restored.recreatedTag.map { " \(verb) the tag \($0.name.quoted)." } ?? ""
    return IntentOutput(
      Result(record: context.result(of: restored.record)),
      dialog:
        "\(context.verb("restore", past: "Restored")) \(context.formatter.record(restored.record)).\(tag)"
        + sentence(of: restored.replacedTag, by: restored.record.tag)
        + sentence(of: restored.lostImages)
    )
  }

  private func sentence(of replaced: Tag?, by tag: Tag?) -> String {
    guard let replaced, let tag else { return "" }
    return " Its tag \(replaced.name.quoted) was deleted; it now has the tag \(tag.name.quoted)."
  }

  private func sentence(of lost: [String]) -> String {
    if lost.isEmpty { return "" }
    let names = lost.map(\.quoted).joinedAsList
    return lost.count == 1
      ? " Its image \(names) is no longer in the trash."
      : " Its images \(names) are no longer in the trash."
  }
}
