import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the program when the reader of its output pipe closes the pipe early.
@Suite(.timeLimit(.minutes(10))) struct ClosedPipeTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Runs a command after the reader of its output pipe has closed the pipe.
  private func run(_ words: String, input: String = "") async throws -> ChildProcess.Result {
    let script = #"{ sleep 0.2; "$0" \#(words); echo $? > "$HOME/code"; } | true"#
    return try await TestPrograms.run(
      "/bin/sh",
      ["-c", script, TestPrograms.minuta],
      environment: fixture.environment,
      input: input
    )
  }

  @Test(arguments: [
    ("records all", "0"), ("records all --json", "0"), ("intents", "0"), ("help", "0"),
    ("start --help", "0"), ("--version", "0"), ("completions bash", "0"), ("hooks --json", "0"),
    ("storage", "0"), ("export csv --quiet", "0"), ("plugin list", "0"), ("status json", "0"),
    ("summary --no --json", "2"),
    ("stop Nobody --json", "1"),
  ])
  func `a closed pipe ends a command quietly with its usual exit code`(
    words: String,
    code: String
  ) async throws {
    let result = try await run(words)
    #expect(try fixture.home.text(of: "code") == code + "\n")
    let isUsage = result.errors.contains("There is no flag")
    #expect(result.errors.isEmpty || isUsage)
  }

  @Test func `a change is made even if the output is closed`() async throws {
    _ = try await run("start Work")
    #expect(try fixture.home.text(of: "code") == "0\n")
    #expect(try fixture.records().count == 1)
  }

  @Test(arguments: ["", "--stream", "--atomic"])
  func `a batch continues if its output is closed`(flag: String) async throws {
    let call = #"{"intent": "LogTime", "with": {"tag": "Work", "duration": "5m"}}"#
    let calls = String(repeating: call + "\n", count: 300)
    let result = try await run("run - \(flag)", input: calls)
    #expect(try fixture.home.text(of: "code") == "0\n")
    #expect(result.errors.isEmpty)
    #expect(try fixture.records().count == 300)
  }

  @Test func `pipefail sees no failure`() async throws {
    let bash = try #require(TestPrograms.installed("bash"))
    for index in 0..<3 { _ = try await fixture.run("log", "Work \(index)", "5m") }
    let script = #"set -o pipefail; "$0" intents --json | head -c 1; "$0" records all | grep -q 5m"#
    let result = try await TestPrograms.run(
      bash,
      ["-c", script, TestPrograms.minuta],
      environment: fixture.environment
    )
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
  }
}
