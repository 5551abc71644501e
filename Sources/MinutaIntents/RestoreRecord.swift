import IntentKit
import JSONText
import MinutaCore

enum RestoreRecord: BuiltInIntent {
  static let definition = PackageResources.RestoreRecord_json
  static let commitsAlone = true
  static let movesTime = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let restored = try run.tracker.restoreRecord(values.string("record") ?? "")
    run.touch([restored.record])
    let isThere = run.isRehearsal ? "would be there" : "is there"
    let tag = restored.madeTag.map { " The tag \($0.name.quoted) \(isThere) again too." } ?? ""
    return Answer(
      ["record": restored.record.json(run.times)],
      dialog: "\(run.verb("restore", past: "Restored")) \(run.words.record(restored.record)).\(tag)"
        + sentence(of: restored.replacedTag, by: restored.record.tag)
        + sentence(of: restored.lostImages)
    )
  }

  private static func sentence(of replaced: Tag?, by tag: Tag?) -> String {
    guard let replaced, let tag else { return "" }
    return " Its tag \(replaced.name.quoted) was deleted, so it has \(tag.name.quoted) now."
  }

  private static func sentence(of lost: [String]) -> String {
    if lost.isEmpty { return "" }
    let names = lost.map(\.quoted).listed
    return lost.count == 1
      ? " Its image \(names) is not in the trash." : " Its images \(names) are not in the trash."
  }
}
