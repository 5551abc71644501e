import Foundation
import IntentKit
package import JSONText
import MinutaCore

/// A problem in the data folder in a result.
package struct StoreFindingResult: Codable, Sendable {
  package let code: String
  package let file: String?
  /// The id of the record; nil if the problem isn't about one.
  package let record: String?
  package let message: String
  /// The commands that the message suggests; nil if there are none.
  package let commands: [String]?
  /// True for a finding that needs no repair; otherwise nil.
  package let informational: Bool?
  /// A sentence about the repair; nil if the problem must be fixed by hand.
  package let repair: String?
  /// The records before and after a merge; nil for other repairs.
  package let preview: Preview?

  package struct Preview: Codable, Sendable {
    package let before: JSONValue
    package let copy: JSONValue
    package let after: JSONValue
    /// A line of text for each member that the merge changes.
    package let changes: [String]

    init(before: JSONValue, copy: JSONValue, after: JSONValue) {
      (self.before, self.copy, self.after) = (before, copy, after)
      guard let before = before.object, let copy = copy.object, let after = after.object else {
        changes = []
        return
      }
      let keys = before.keys + copy.keys.filter { before[$0] == nil }
      changes = keys.filter { before[$0] != copy[$0] && $0 != "tags" }.map { key in
        let texts = [before[key], copy[key], after[key]].map { $0?.text() ?? "nothing" }
        return "\(key): \(texts[0]) and \(texts[1]) become \(texts[2])"
      }
    }
  }

  init(_ finding: StoreFinding, _ formatter: SentenceFormatter) {
    code = finding.code
    file = finding.file
    record = finding.record?.uuidString
    let notice = finding.notice(formatter)
    message = notice.sentence
    commands = notice.commands.isEmpty ? nil : notice.commands
    informational = finding.isInformational ? true : nil
    repair = finding.remedy.map { $0.sentence(of: finding) }
    if case .merge(let merge) = finding.remedy {
      preview = Preview(
        before: Self.parsed(merge.before),
        copy: Self.parsed(merge.copy),
        after: Self.parsed(merge.after)
      )
    } else {
      preview = nil
    }
  }

  private static func parsed(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text)) ?? .string(text)
  }
}
