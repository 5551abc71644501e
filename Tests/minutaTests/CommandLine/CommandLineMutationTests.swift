import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests that randomly changed command lines are read or rejected, and set only known parameters.
@Suite(.timeLimit(.minutes(60))) struct CommandLineMutationTests {
  private static let pieces = [
    " ", " 9:00", " 9", "-", "..", " to ", " yesterday", " 2h", " +", " --", " -m ", "'", "\"", "=",
    " monday", " ago", "@", ",", " --tag ", " last week", " by day", " tag:Work", "\u{301}",
    "\0", "999999999999999999",
  ]

  @Test func `F7 mutated command lines mean the same as their flags`() async throws {
    let table = try PackageDirectory.text(of: "Tests/Snapshots/command-lines.txt")
    let lines = table.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    let mutator = ByteMutator(
      seeds: lines.map { Array($0.utf8) },
      pieces: Self.pieces.map { Array($0.utf8) },
      longest: 400,
      number: 35
    )
    let run = try await FuzzTest("command lines", mutator, sample: 20_000) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let words = text.shellWords, let found = try? CommandLineReader.read(words) else {
        return false
      }
      if !words.contains(where: { $0.hasPrefix("--with") }) {
        for name in found.values.keys {
          try #require(found.definition.properties[name] != nil, "\(name)")
        }
      }
      let again = try CommandLineReader.read(found.flags)
      try #require(again?.normalized == found.normalized)
      return true
    }
    Attachment.record("\(run)", named: "command-lines.txt")
  }
}
