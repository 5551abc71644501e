import Foundation
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

/// Tests the messages for mistakes on the command line and in environment variables.
@Suite(.timeLimit(.minutes(10))) struct UsageErrorTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Compares the answers in `Tests/Snapshots/answers.txt`, whose lines without a blank in front are
  /// command lines.
  ///
  /// Below each stand its exit code and what it prints, in a data folder with a record of `Email`.
  @Test func `what can't be read or performed gets one answer and changes nothing`() async throws {
    _ = try await fixture.run("log", "Email", "1h", "--start", "2026-11-02 09:00")
    let before = try fixture.content()
    let table = try PackageDirectory.text(of: "Tests/Snapshots/answers.txt")
    var answers = ""
    for line in table.split(separator: "\n") where line.hasPrefix("minuta") {
      let words = try #require(String(line).shellWords)
      let result = try await fixture.run(Array(words.dropFirst()))
      #expect(result.status != 0 && result.output.isEmpty, "\(line)")
      let printed = result.errors.split(separator: "\n").map { "  \($0)\n" }.joined()
      answers += "\(line)\n  (\(result.status))\n\(printed)"
    }
    #expect(try fixture.content() == before)
    try expectSnapshot(answers, "answers.txt")
  }

  @Test func `with --json a mistake is an outcome on standard output`() async throws {
    let result = try await fixture.run("start", "--tga", "x", "--json")
    #expect(result.status == 2)
    #expect(result.errors.isEmpty)
    #expect(try JSONValue(parsing: result.output)["error"]?["code"] == "usage")
    #expect(try await fixture.run("start", "--tga", "x", "--", "--json").output.isEmpty)
  }

  @Test func `help has no JSON form, and names the command that has`() async throws {
    for words in [["help", "--json"], ["help", "records", "--json"]] {
      let result = try await fixture.run(words)
      #expect(result.status == 2 && result.output.contains("  minuta intents --json"), "\(result)")
    }
  }

  @Test func `MINUTA_STORE must be absolute`() async throws {
    let result = try await fixture.run(["start"], environment: ["MINUTA_STORE": "time"])
    #expect(
      result.errors == """
        minuta: MINUTA_STORE is 'time', which is not an absolute path. Begin it with '/' or '~/'.

        """
    )
    #expect(result.status == 2)
  }

  @Test func `words that are not UTF-8 are refused`() async throws {
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", #"exec "$0" start "$(printf 'b\377d')""#, TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(
      result.errors
        == "minuta: The command line is not valid UTF-8. Write all arguments in UTF-8.\n"
    )
    #expect(result.status == 2)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `an unknown time zone is reported`() async throws {
    let result = try await fixture.run(["status"], environment: ["TZ": "Nonsense/Zone"])
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("minuta: Unknown time zone 'Nonsense/Zone' in TZ; using "))
  }

  @Test func `error sentences fit the terminal, and paths stay whole`() async throws {
    let fixture = try MinutaFixture()
    let path = "/tmp/a folder with a long name/another folder/file.json"
    let result = try await fixture.run(["check", path], environment: ["COLUMNS": "40"])
    let lines = result.errors.split(separator: "\n")
    #expect(lines.contains { $0.contains(path) }, "\(result.errors)")
    #expect(lines.allSatisfy { $0.count <= 40 || $0.contains(path) })
  }
}
