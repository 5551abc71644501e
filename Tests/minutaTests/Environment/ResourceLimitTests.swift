import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests commands under resource limits: they succeed, or explain the error and exit with 1.
@Suite(.timeLimit(.minutes(10))) struct ResourceLimitTests {
  /// A command, its input, a part of its expected output, and the exit code.
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    var input = ""
    let output: String
    var code: Int32 = 0

    var testDescription: String { words.joined(separator: " ") }
  }

  static let cases = [
    Case(
      words: ["rpc"],
      input: """
        {"jsonrpc":"2.0","id":1,"method":"minuta/subscribe"}
        {"jsonrpc":"2.0","id":2,"method":"StartTimer"}

        """,
      output: #""id":2"#
    ),
    Case(words: ["start", "Work"], output: "Started 'Work'"),
    Case(words: ["status"], output: "No timer is running."),
    Case(words: ["status", "waybar"], output: #""class":"idle""#),
    Case(words: ["records", "all"], output: "All time: 0 records"),
    Case(words: ["run", "-"], input: #"{"intent":"StartTimer"}"#, output: "Started untagged"),
    Case(words: ["run", "two.json"], output: "Two: 2 done."),
    Case(words: ["run", "two.json", "--dry-run"], output: "Would run 'Two': 1 done, 1 planned."),
    Case(
      words: ["plugin", "add", "p", "--allow-all", "--", "/bin/sh", "server.sh"],
      output: "Added the plugin 'p'."
    ),
  ]

  private static let workflow = """
    {"minuta":1,"id":"two","title":"Two","description":"Two steps.","steps":[
      {"id":"a","intent":"StartTimer"},{"id":"b","intent":"Status"}]}
    """
  /// The shell script of an MCP server with one tool, which supports only the older protocol: it
  /// answers `initialize` and rejects `server/discover`.
  private static let server = #"""
    while read -r line; do
      id=${line#*\"id\":}; id=${id%%[,\}]*}
      case $line in
      *server/discover*) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"no\"}}" ;;
      *\"initialize\"*) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}}" ;;
      *tools/list*) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"tools\":[{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}]}}" ;;
      esac
    done
    """#

  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Runs a case in a new home directory, and kills the program if it hangs.
  private func run(
    _ one: Case,
    under before: [String]
  ) async throws -> (result: ChildProcess.Result, home: String) {
    let home = fixture.home.path + "/\(UUID())"
    let place = String(home.dropFirst(fixture.home.path.count + 1))
    try fixture.home.write(Self.workflow, to: place + "/two.json")
    try fixture.home.write(Self.server, to: place + "/server.sh")
    if User.isRoot { try UnprivilegedUser.changeOwner(of: home, to: user(of: one)) }
    let script = "cd \"$HOME\"; exec \"$@\""
    let words = ["-s", "KILL", "120"] + before + [TestPrograms.minuta] + one.words
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-euc", script, "sh", "/usr/bin/timeout"] + words,
      environment: [
        "HOME": home, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC",
        "SWIFT_BACKTRACE": "enable=no",
      ],
      input: one.input
    )
    return (result, home)
  }

  /// The id of a user without other processes, because the process limit counts all processes of a
  /// user, and cases run at the same time.
  private func user(of one: Case) -> UInt32 {
    77_123 + UInt32(Self.cases.firstIndex { $0.testDescription == one.testDescription } ?? 0)
  }

  private func expectSentenceOrWork(_ one: Case, under before: [String], _ limit: String)
    async throws
  {
    let (result, _) = try await run(one, under: before)
    let what = "\(one), \(limit)"
    if result.status == one.code {
      #expect(result.output.contains(one.output), "\(what): \(result)")
      return
    }
    #expect(result.status == 1, "\(what): \(result)")
    // One sentence, and each command that it suggests on a line of its own.
    let lines = result.errors.split(separator: "\n").filter { !$0.hasPrefix("  minuta ") }
    #expect(lines.count == 1 && result.errors.hasPrefix("minuta: "), "\(what): \(result)")
  }

  @Test(arguments: cases)
  func `with few descriptors a command works or explains the error`(one: Case) async throws {
    // The lowest limit is four descriptors: three for the standard streams and one that the dynamic
    // loader needs.
    for limit in stride(from: 4, through: 30, by: TestPrograms.isDebugBuild ? 3 : 1) {
      try await expectSentenceOrWork(
        one,
        under: ["/usr/bin/prlimit", "--nofile=\(limit):\(limit)", "--"],
        "\(limit) descriptors"
      )
    }
  }

  @Test(.requiresRoot, .requiresOrdinaryUser, arguments: cases)
  func `with few threads a command works or explains the error`(one: Case) async throws {
    let user = "\(user(of: one))"
    let limits = TestPrograms.isDebugBuild ? [1, 2, 3, 5, 8] : Array(1...12)
    for limit in limits + [14, 16, 18, 20, 24, 28] {
      try await expectSentenceOrWork(
        one,
        under: [
          "/usr/bin/setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--",
          "/usr/bin/prlimit", "--nproc=\(limit):\(limit)", "--",
        ],
        "\(limit) threads"
      )
    }
  }

  @Test(arguments: [0, 1, 100, 1000])
  func `with a small file size limit a start fails with one message`(bytes: Int) async throws {
    let start = Case(words: ["start", "Work"], output: "Started 'Work'")
    try await expectSentenceOrWork(
      start,
      under: ["/usr/bin/prlimit", "--fsize=\(bytes):\(bytes)", "--"],
      "\(bytes) bytes"
    )
  }
}
