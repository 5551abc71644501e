import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests that randomly changed command lines are read or rejected, and set only known parameters.
@Suite(.timeLimit(.minutes(60))) struct CommandLineMutationTests {
  private static let pieces = [
    " ", " 9:00", " 9", "-", "..", " to ", " yesterday", " 2h", " +", " --", " -m ", "'", "\"", "=",
    " monday", " ago", "@", ",", " --tag ", " last week", "\u{301}",
    "\0", "999999999999999999",
  ]

  @Test func `F7 mutated command lines are read in ways whose flags mean the same`() async throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines.txt")
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    let mutator = ByteMutator(
      seeds: lines.map { Array($0.utf8) },
      pieces: Self.pieces.map { Array($0.utf8) },
      longest: 400,
      number: 35
    )
    let run = try await FuzzTest("command lines", mutator) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let words = text.shellWords, let found = try? CommandLineReader.read(words) else {
        return false
      }
      try Self.check(found, words)
      return true
    }
    Attachment.record("\(run)", named: "command-lines.txt")
  }

  private static func check(_ found: CommandLineReader.Reading, _ words: [String]) throws {
    try #require(!found.values.isEmpty)
    for values in found.values where !words.contains(where: { $0.hasPrefix("--with") }) {
      for name in values.members.map(\.key) {
        try #require(found.definition.properties[name] != nil, "\(name)")
      }
    }
    guard found.values.count > 1 else { return }
    for flags in found.readings {
      let again = try CommandLineReader.read(words.prefix(1) + (try #require(flags.shellWords)))
      try #require(again?.values.count == 1)
    }
  }
}
