import Foundation
import MinutaTestSupport
import Testing

/// Compares pictures and tables with golden files at several widths, with and without UTF-8 and
/// colors.
@Suite(.timeLimit(.minutes(10))) struct ChartSnapshotTests {
  private static let commands = [
    ["week", "2024-W20"], ["day", "2024-05-14"], ["day", "2024-W20"], ["month", "2024-05"],
    ["week", "2024-05-06..2024-05-19"], ["summary", "2024-W20", "--chart"],
    ["summary", "2024-W20", "--group-by", "day,tag", "--format", "clock"],
    ["records", "2024-05", "--format", "decimal"], ["gaps", "2024-05"], ["days", "2024-W20"],
    ["tags"], ["labels"], ["deleted"],
    ["bulk", "in:2024-W20", "--retag", "Email", "--dry-run"],
  ]

  /// Command lines with mistakes.
  private static let mistakes = [
    ["log", "Acme/Shop", "25:00"], ["start", "Acme/Shop", "--att", "9"],
    ["log", "1h", "Email", "2024-05-30", "9-11"], ["records", "2024-W60"],
  ]

  private static let calls = """
    {"intent":"LogTime","with":{"tag":"Acme/Website","start":"2024-05-06 09:00","end":"2024-05-06 11:30"}}
    {"intent":"LogTime","with":{"tag":"Acme/Website","comment":"Sketch the start page","start":"2024-05-13 08:00","end":"2024-05-13 12:00"}}
    {"intent":"LogTime","with":{"tag":"Acme/Shop","start":"2024-05-13 12:45","end":"2024-05-13 17:30"}}
    {"intent":"LogTime","with":{"tag":"Email","comment":"Ünïcödé ☕ and a comment that is much longer than most terminals are wide","start":"2024-05-14 08:10","end":"2024-05-14 08:25"}}
    {"intent":"LogTime","with":{"tag":"Acme/Website","start":"2024-05-14 08:25","end":"2024-05-14 11:50"}}
    {"intent":"LogTime","with":{"tag":"Support","start":"2024-05-14 10:00","end":"2024-05-14 10:40"}}
    {"intent":"LogTime","with":{"tag":"Acme/Shop","start":"2024-05-14 13:00","end":"2024-05-14 15:00"}}
    {"intent":"LogTime","with":{"comment":"Move the server #ops=linux","start":"2024-05-16 22:30","end":"2024-05-17 01:15"}}
    {"intent":"LogTime","with":{"tag":"Acme/Website","start":"2024-05-17 09:00","end":"2024-05-17 10:30"}}

    """

  private static let settings = """
    {"targets": [{"time": "8h", "per": "day", "from": "2024-05-13"}], "timeZone": "Europe/Zurich"}
    """

  private static let surroundings: [(name: String, words: [String], variables: [String: String])] =
    [
      ("utf8-color", ["--color", "always"], ["TERM": "xterm-256color", "COLORTERM": "truecolor"]),
      ("utf8-plain", [], ["TERM": "xterm-256color"]),
      ("ascii-color", ["--color", "always"], ["TERM": "xterm", "LANG": "C"]),
      ("ascii-plain", [], ["TERM": "dumb", "LANG": "C"]),
      // A dumb terminal gets ASCII in every locale.
      ("ascii-plain", [], ["TERM": "dumb"]),
    ]

  @Test(arguments: [40, 80, 120])
  func `pictures and tables fit the width`(width: Int) async throws {
    let fixture = try MinutaFixture()
    try fixture.home.write(Self.settings, to: ".config/minuta/settings.json")
    _ = try await fixture.run(["run", "-", "--quiet"], input: Self.calls)
    for (name, words, variables) in Self.surroundings {
      var text = ""
      for command in Self.commands + Self.mistakes {
        let result = try await fixture.run(
          command + words,
          environment: variables.merging(["COLUMNS": "\(width)"]) { $1 }
        )
        #expect((result.status == 0) == !Self.mistakes.contains(command), "\(result)")
        let shown = result.output + result.errors
        text += "$ minuta \(command.joined(separator: " "))\n\(shown)\n"
      }
      let ids = /\b[0-9A-F]{8}\b/
      let visible = text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing(ids, with: "AAAAAAAA")
      // Command lines are never wrapped.
      let long = visible.split(separator: "\n").filter {
        $0.count > width && !$0.hasPrefix("$") && !$0.contains("minuta ")
          && !$0.hasPrefix("  Read as")
      }
      #expect(long.isEmpty, "\(name) at \(width): \(long)")
      if name.hasPrefix("ascii") {
        let other = visible.filter { !$0.isASCII && !"Ünïcödé☕".contains($0) }
        #expect(other.isEmpty, "\(name): \(other)")
      }
      let shown = text.replacing(ids, with: "AAAAAAAA").replacing("\u{1B}", with: "␛")
      try expectSnapshot(shown, "charts/\(name)-\(width).txt")
    }
  }

  /// Returns the escape code and the mark before each tag's name in an output.
  private func marks(_ words: String..., in fixture: MinutaFixture) async throws -> [String: String]
  {
    let output = try await fixture.run(
      words + ["--color", "always"],
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "120"]
    ).output
    let found = output.matches(of: /\u{1B}\[([0-9;]+)m(.)\u{1B}\[0m ([A-Z][a-z]*(?: [A-Z])?\b)/)
    return Dictionary(found.map { (String($0.3), "\($0.1) \($0.2)") }) { first, _ in first }
  }

  @Test func `a tag has one color in every table and picture`() async throws {
    let fixture = try MinutaFixture()
    let calls = ["A", "B", "C", "D"].enumerated().map { index, letter in
      #"{"intent":"LogTime","with":{"tag":"Client \#(letter)","start":"2024-05-1\#(index) 09:00","duration":"1h"}}"#
    }
    _ = try await fixture.run(["run", "-"], input: calls.joined(separator: "\n"))
    let tags = try await marks("tags", in: fixture)
    #expect(Set(tags.values).count == 4, "\(tags)")
    #expect(try await marks("records", "2024-05", in: fixture) == tags)
    for view in ["week", "day"] {
      let shown = try await marks(view, "2024-05-10..2024-05-13", in: fixture)
      #expect(shown.mapValues(Self.color) == tags.mapValues(Self.color))
    }
  }

  /// Returns the escape code before a mark.
  private static func color(_ mark: String) -> Substring { mark.prefix { $0 != " " } }

  @Test func `a range that is too long for hours names another picture`() async throws {
    let fixture = try MinutaFixture()
    _ = try await fixture.run("log", "Work", "1h", "--start", "2023-05-10 09:00")
    _ = try await fixture.run("log", "Work", "1h", "--start", "2024-05-10 09:00")
    let output = try await fixture.run("day", "all").output
    #expect(output.contains("up to 31 days; 'week' draws weeks."), "\(output)")
  }
}
