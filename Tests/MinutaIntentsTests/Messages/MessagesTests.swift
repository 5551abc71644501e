import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Tests of all messages about failures and findings, which one golden file lists with sample
/// values.
///
/// `RECORD_SNAPSHOTS=1` writes the file anew. Read all of it after each change of a message.
@Suite struct MessagesTests {
  @Test func `every message is in the golden file`() async throws {
    let sections = MessageSection.errors + [try await MessageSection.intents()]
    let text = sections.map(\.text).joined(separator: "\n")
    try expectSnapshot(text, "messages.txt")
  }

  @Test func `every intent that writes is in the golden file, dry and performed`() async throws {
    let writing = BuiltInIntents.all.filter { type in
      let json = try? JSONValue(parsing: type.definition)
      return json?["effects"]?["readOnly"] != true
        && json?["sources"]?.array?.contains("commandLine") == true
    }
    let lines = try await MessageSection.intents().lines
    #expect(
      Set(lines.map(\.label))
        == Set(writing.flatMap { ["\($0.id), planned", "\($0.id), ok"] })
    )
  }

  @Test func `every error code of the list has a message`() throws {
    let readme = try PackageDirectory.text(of: "Intents/README.md")
    let table =
      readme.split(separator: "## Error codes").last?.split(separator: "\n## ").first ?? ""
    let codes = table.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
    let covered = Set(MessageSection.errors.flatMap { $0.lines.map(\.label) })
    #expect(codes.count > 90)
    #expect(Set(codes).subtracting(covered) == Self.madeInPlace)
  }

  /// Codes of messages that need a process, a prompt or a running workflow.
  ///
  /// Other tests cover them.
  private static let madeInPlace: Set = [
    "declined", "inputNeeded", "liveChangesUnavailable", "notificationFailed", "tooFewResources",
    "tooLong", "toolNotOffered",
  ]

  @Test func `every message ends as a sentence does`() {
    for line in MessageSection.errors.flatMap(\.lines) {
      // Only commands stand on lines of their own.
      let sentence = line.message.prefix { $0 != "\n" }
      #expect(sentence.contains(/(\.|\?|\?\))$/), "\(sentence)")
      #expect(!sentence.contains("  ") && !sentence.hasSuffix(".."), "\(sentence)")
    }
  }
}

/// A section of the golden file: a title and the messages of one kind.
struct MessageSection {
  let title: String
  let lines: [(label: String, message: String)]

  static let errors = [
    calls, values, steps, tracking, findings, repairs, plugins, rpc, desktop, commandLine, settings,
    json, files, invoices, sync, skipReasons,
  ]

  var text: String {
    "# \(title)\n\n" + lines.map { "\($0.label): \($0.message)\n" }.joined()
  }

  /// Returns a section with the message of each outcome, labeled with its error code.
  static func outcomes(_ title: String, _ outcomes: [Outcome]) -> MessageSection {
    MessageSection(
      title: title,
      lines: outcomes.map { ($0.error?.code ?? $0.status, $0.sentence) }
    )
  }
}
