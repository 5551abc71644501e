import Foundation
import MinutaTestSupport
import Testing

@testable import minuta

@Suite(.timeLimit(.minutes(10))) struct ManualTests {
  private static let folder = "Sources/minuta/Manual"
  /// The pages whose commands are tested.
  private static let pages =
    ManualTopic.all.map { "\(folder)/\($0.name).md" }
    + ["README.md", "Sources/MinutaStore/FORMAT.md"]

  @Test func `every topic in its folder is in the list`() throws {
    let files = try FileManager.default
      .contentsOfDirectory(atPath: "\(PackageDirectory.path)/\(Self.folder)").sorted()
    #expect(files == ManualTopic.all.map { "\($0.name).md" }.sorted())
  }

  @Test(arguments: ManualTopic.all.map(\.name))
  func `a topic is short and has a heading`(name: String) throws {
    let topic = try #require(ManualTopic.named(name))
    #expect(topic.text.hasPrefix("# "))
    #expect(topic.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    #expect(topic.text == (try PackageDirectory.text(of: "\(Self.folder)/\(name).md")))
  }

  @Test(arguments: ManualTopic.all.map(\.name))
  func `a topic fits 80 columns, except for code, and shows no Markdown marks`(
    name: String
  ) async throws {
    let result = try await MinutaFixture().run("help", name)
    #expect(result.status == 0)
    let text = result.output.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    #expect(text.allSatisfy { $0.count <= 80 })
    #expect(!text.contains { $0.contains("**") || $0.contains("](") || $0.contains("<!--") })
  }

  @Test(
    arguments: pages + [
      "Examples/README.md", "Sources/README.md", "Tests/README.md", "Tests/CONFORMANCE.md",
    ]
  )
  func `every link of a page leads to a file`(page: String) throws {
    let folder = (page as NSString).deletingLastPathComponent
    for match in try PackageDirectory.text(of: page).matches(of: /\]\(([^)]+)\)/) {
      let path = "\(PackageDirectory.path)/\(folder)/\(match.1)"
      #expect(FileManager.default.fileExists(atPath: path), "\(match.1) in \(page)")
    }
  }

  @Test func `topics are listed, completed and suggested for typos`() async throws {
    let fixture = try MinutaFixture()
    let topics = try await fixture.run("help", "topics").output
    #expect(topics.contains("\n  timers                   Record time with timers\n"))
    let completed = try await fixture.run("completions", "words", "help", "tro")
    #expect(completed.output == "troubleshooting\n")
    let mistake = try await fixture.run("help", "workflow")
    #expect(mistake.status == 2)
    #expect(mistake.errors.contains("did you mean"))
  }

  @Test func `Markdown is wrapped to a width`() {
    let markdown = """
      # A `b`

      <!-- run minuta start -->

      ![A picture](x.png)

      One two three **four** [five](x.md), see `a b c`.

      | x | |
      |---|---|
      | `a \\| b` | one two three four five six seven |

      - item one two three
        four
      ```console
      $ minuta  stop
      ```
      """
    let renderer = MarkdownRenderer(wrapper: TextWrapper(width: 34)) { "<\($0)>" }
    #expect(renderer.lines("```\r\na,b\r\n1,2\r\n```\r\n") == ["    a,b", "    1,2"])
    #expect(
      renderer.lines(markdown) == [
        "<A `b`>", "", "One two three four five, see", "`a b c`.", "",
        "  a | b  one two three four five", "         six seven", "", "- item one two three four",
        "    $ minuta  stop",
      ]
    )
  }

  @Test(arguments: [
    ("Logged 1h on 'Work'", ["    Logged 1h", "        on", "        'Work'"]),
    (
      "$ minuta log --at 'a b c'",
      ["    $ minuta \\", "        log \\", "        --at \\", "        'a b c'"]
    ),
    ("| a | b |", ["    | a | b |"]), ("", [""]),
    ("abcdefghijklmnopqrstu", ["    abcdefghijklmnopqrstu"]),
  ])
  func `at a terminal, a long line of code is wrapped at spaces`(line: String, lines: [String]) {
    #expect(TextWrapper(width: 14).code("    \(line)") == lines)
  }

  @Test(arguments: [(24, "    "), (22, "  "), (20, "")])
  func `a picture is indented as far as it fits`(width: Int, indent: String) {
    var renderer = MarkdownRenderer(wrapper: TextWrapper(width: width)) { $0 }
    renderer.wrapsCode = true
    let picture = "Mon  ████████  1h 00m"
    let lines = renderer.lines("```\n\(picture.prefix(20))\n```")
    #expect(lines == [indent + picture.prefix(20)])
  }

  @Test(arguments: [
    (40, ["  to       flag", "  --       ----", "  a, b, c  --abc"]),
    (12, ["  to, flag", "  --------", "  a, b, c", "      --abc"]),
  ])
  func `the header of a table is underlined`(width: Int, lines: [String]) {
    let renderer = MarkdownRenderer(wrapper: TextWrapper(width: width)) { $0 }
    #expect(renderer.lines("| to | flag |\n|---|---|\n| a, b, c | `--abc` |") == lines)
  }

  @Test(arguments: [
    ("time", "sed s/^/P:/", "P:Write times"), ("exit-codes", "no-such-pager", "Use exit codes"),
    ("time", "", "Write times"), ("bars", "sed s/^/P:/", "P:Show timers"),
  ])
  func `at a terminal a long topic is shown in the pager`(
    name: String,
    pager: String,
    beginning: String
  ) async throws {
    let fixture = try MinutaFixture()
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed("script")),
      ["-qec", "stty rows 20 cols 60; '\(TestPrograms.minuta)' help \(name)", "/dev/null"],
      environment: fixture.environment.merging([
        "SHELL": "/bin/sh", "TERM": "vt100", "PAGER": pager,
      ]) { $1 }
    )
    #expect(result.status == 0)
    let lines = result.output.components(separatedBy: "\r\n")
    #expect(lines.contains { $0.hasPrefix(beginning) }, "\(result.output)")
    #expect(lines.allSatisfy { $0.hasPrefix("    ") || $0.count <= 62 || $0.contains("    ") })
  }

  @Test(
    arguments: try pages.filter { try !usesJQ($0) && !usesDuckDB($0) && !uses("minuta sync", $0) }
  )
  func `every command of a page prints what the page shows`(page: String) async throws {
    try await expectOutputs(of: page)
  }

  @Test(.requires("jq"), arguments: try pages.filter { try usesJQ($0) })
  func `every command of a page with jq prints what the page shows`(page: String) async throws {
    try await expectOutputs(of: page)
  }

  @Test(.requires(pythonModule: "duckdb"), arguments: try pages.filter { try usesDuckDB($0) })
  func `every command of a page with DuckDB prints what the page shows`(page: String) async throws {
    try await expectOutputs(of: page)
  }

  private static func usesDuckDB(_ page: String) throws -> Bool {
    try PackageDirectory.text(of: page).contains(#/(?m)^\$ .*\bask\.py /#)
  }

  @Test(.requires("git"), arguments: try pages.filter { try uses("minuta sync", $0) })
  func `every command of a page with git prints what the page shows`(page: String) async throws {
    try await expectOutputs(of: page)
  }

  private static func uses(_ command: String, _ page: String) throws -> Bool {
    try PackageDirectory.text(of: page).contains("\n$ \(command)")
  }

  private static func usesJQ(_ page: String) throws -> Bool {
    try PackageDirectory.text(of: page).contains(#/(?m)^\$ .*\bjq /#)
  }

  /// Compares a page with its current outputs; set `RECORD_SNAPSHOTS=1` to update the page instead.
  private func expectOutputs(of page: String) async throws {
    let home = try TemporaryDirectory()
    let replayed = try await ManualSession(home: home.path).replay(PackageDirectory.text(of: page))
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(replayed.utf8).write(to: URL(filePath: "\(PackageDirectory.path)/\(page)"))
      return
    }
    let shown = try PackageDirectory.text(of: page).components(separatedBy: "\n")
    for (shown, printed) in zip(shown, replayed.components(separatedBy: "\n")) {
      #expect(shown == printed, "in \(page)")
      if shown != printed { break }
    }
    #expect(shown.count == replayed.components(separatedBy: "\n").count, "in \(page)")
  }
}
