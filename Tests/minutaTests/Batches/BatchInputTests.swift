import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the kinds of input that `minuta run` reads a batch from.
@Suite(.timeLimit(.minutes(10))) struct BatchInputTests {
  private let fixture: MinutaFixture
  private static let log =
    #"{"intent":"LogTime","with":{"tag":"Work","start":"2024-05-17T08:00:00Z","duration":"1m"}}"#

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(arguments: [
    ("call.jsonl", [], 1), ("call.json", [], 0), ("call.json", ["--once"], 0),
    ("call.json", ["--atomic"], 1), ("call.json", ["--on-error", "stop"], 1),
    ("call.json", ["--resume"], 1),
  ])
  func `one call is a batch if the file name or a flag says so`(
    name: String,
    flags: [String],
    summaries: Int
  ) async throws {
    let file = try fixture.home.write(Self.log, to: name)
    let result = try await fixture.run(["run", file] + flags)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count { $0.contains("summary") } == summaries)
    #expect(try fixture.records().count == 1)
  }

  @Test(arguments: [
    (log, [], 0), (log, ["--once"], 1), (log, ["--atomic"], 1), ("", [], 1), ("\n \n", [], 1),
    (log.replacing(",", with: ",\n"), [], 0), (log.replacing(",", with: ",\n"), ["--resume"], 1),
  ])
  func `standard input is a batch if a flag says so, or if it is empty`(
    text: String,
    flags: [String],
    summaries: Int
  ) async throws {
    let result = try await fixture.run(["run", "-"] + flags, input: text)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count { $0.contains("summary") } == summaries)
  }

  @Test(arguments: [
    ("/dev/zero", [], "Can't read '/dev/zero': line 1 is longer than 16 MiB."),
    ("/dev/zero", ["--stream"], "/dev/zero:1: The line is longer than 16 MiB. Shorten the call."),
    ("/", [], "'/' is a folder. Give a call file, an intent, or '-' for standard input."),
    ("./fifo", [], "Can't read './fifo': line 2 is longer than 16 MiB."),
    ("./lines.jsonl", [], "./lines.jsonl:2: The line is longer than 16 MiB. Shorten the call."),
  ])
  func `a file that is too large or not a file is refused early`(
    path: String,
    flags: [String],
    sentence: String
  ) async throws {
    let errors = try await fixture.shell(
      """
      mkdir tmp; mkfifo fifo
      { echo '\(Self.log)'; head -c 17000000 /dev/zero; } > lines.jsonl
      cat lines.jsonl > fifo 2> /dev/null & feeder=$!
      # A spool of more than a few lines would be more than this file system may hold.
      ulimit -f 40000
      TMPDIR=$PWD/tmp minuta run \(path) \(flags.joined(separator: " ")) 2>&1 || true
      kill $feeder 2> /dev/null || true
      """
    )
    #expect(errors.contains(sentence), "\(errors)")
    #expect(try fixture.records().isEmpty)
  }

  @Test func `a list on one line may be longer than a line`() async throws {
    try await fixture.shell(
      """
      { printf '['; head -c 17000000 /dev/zero | tr '\\0' ' '; printf '%s]' '\(Self.log)'; } |
        minuta run -
      """
    )
    #expect(try fixture.records().count == 1)
  }

  @Test func `standard input is read from its current position`() async throws {
    let file = try fixture.home.write("not a call\n\(Self.log)\n\(Self.log)\n", to: "calls")
    let script = "{ dd bs=1 count=11 of=/dev/null 2>/dev/null; minuta run -; } <'\(file)'"
    let output = try await fixture.shell(script)
    #expect(output.hasSuffix("{\"summary\":{\"calls\":2,\"ok\":2,\"failed\":0,\"notRun\":0}}\n"))
  }

  @Test func `changing the file of a running batch stops it`() async throws {
    let calls = (0..<2000).map { index in
      let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 60)
      return #"{"intent":"LogTime","with":{"tag":"Work","start":"\#(start.formatted(.iso8601))","#
        + #""duration":"1m"}}"# + "\n"
    }
    let file = try fixture.home.write(calls.joined(), to: "calls.jsonl")
    let process = try fixture.start(["run", file])
    _ = try process.readOutput()
    // The output pipe is full after about 500 results, so the process waits. Meanwhile, change a
    // call that it hasn't run yet.
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    try handle.seek(toOffset: UInt64(calls.prefix(1500).joined().utf8.count))
    try handle.write(contentsOf: Data(calls[1500].replacing("Work", with: "Wurk").utf8))
    let result = try await process.finish()
    #expect(result.status == 2)
    #expect(result.errors.contains("was changed after it was checked. Call 1501 and all calls"))
    #expect(result.output.hasSuffix(#""ok":1500,"failed":0,"notRun":500}}"# + "\n"))
    #expect(try fixture.records().count == 1500)
  }

  @Test func `a blank line doesn't delay a stream`() async throws {
    let process = try fixture.start(["run", "-", "--stream"])
    try process.write(Array("\(Self.log)\n\n \n".utf8))
    let bytes = try process.readOutput()
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""status":"ok""#))
    #expect(try await process.finish().status == 0)
  }

  @Test func `a stream continues after an invalid line`() async throws {
    let text = [Self.log, "{", #"{"intnt":"x"}"#, "[\(Self.log)]", Self.log].joined(separator: "\n")
    let result = try await fixture.run(
      ["run", "-", "--stream", "--on-error", "continue"],
      input: text
    )
    #expect(result.status == 2)
    let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(
      lines.dropLast().map { $0["outcome"]?["status"] } == [
        "ok", "failed", "failed", "failed", "ok",
      ]
    )
    #expect(lines.dropLast().map { $0["index"] } == [0, 1, 2, 3, 4])
    let message = lines[3]["outcome"]?["dialog"]?.string
    #expect(
      message == "standard input:4: This line is a list. Write one call per line."
    )
  }

  @Test func `closed standard streams are not replaced by files`() async throws {
    let file = try fixture.home.write("[\(Self.log)]", to: "calls.json")
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", #"exec "$0" run "$1" 0<&- 1>&- 2>&-"#, TestPrograms.minuta, file],
      environment: fixture.environment
    )
    #expect(result.status == 1)
    #expect(try fixture.records().count == 1)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "[\(Self.log)]")
    #expect(try fixture.content().keys.contains(".minuta.writelock.nosync"))
    #expect(try fixture.content()[".minuta.writelock.nosync"] == Data())
  }

  @Test func `a missing temporary folder is named`() async throws {
    let result = try await fixture.run(
      ["run", "-"],
      input: "[]",
      environment: ["TMPDIR": "/nowhere"]
    )
    #expect(result.status == 1)
    #expect(result.errors == "minuta: Can't write '/nowhere': No such file or directory.\n")
  }

  @Test(arguments: [
    (
      ["run", "--atomic"], 3,
      "Missing argument: FILE|-|ID."
    ),
    (["run", "/"], 2, "'/' is a folder. Give a call file, an intent, or '-' for standard input."),
    (["run", "--atomic", "Status"], 2, "There is no flag '--atomic'."),
  ])
  func `an argument that is not a call file is reported`(
    words: [String],
    status: Int32,
    sentence: String
  ) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == status)
    #expect(result.errors.hasPrefix("minuta: \(sentence)\n"))
  }

  @Test func `batch flags may precede the file, and the help explains them`()
    async throws
  {
    let file = try fixture.home.write("[\(Self.log)]", to: "calls.json")
    #expect(try await fixture.run("run", "--on-error", "continue", file).status == 0)
    let help = try await fixture.run("run", "--help").output
    for flag in ["--atomic", "--on-error stop|continue", "--once", "--resume", "--stream"] {
      #expect(help.contains("\n  \(flag)  "))
    }
  }

  @Test func `at a terminal a dry run shows planned calls`() async throws {
    let file = try fixture.home.write("[\(Self.log), \(Self.log)]", to: "calls.json")
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed("script")),
      ["-qec", "'\(TestPrograms.minuta)' run '\(file)' --dry-run", "/dev/null"],
      environment: fixture.environment
    )
    #expect(result.output.contains("2 of 2 planned."))
  }

  @Test(arguments: [
    ("", false, true), ("--json", false, true), ("--text", false, false),
    ("--json --text", false, false), ("--text --json", false, true),
    ("", true, false), ("--json", true, true), ("--text", true, false),
  ])
  func `a list of calls prints JSON Lines into a pipe and text at a terminal, or as flags say`(
    flags: String,
    isTerminal: Bool,
    isJSON: Bool
  ) async throws {
    let fixture = try MinutaFixture()
    let file = try fixture.home.write(#"[{"intent": "Status"}]"#, to: "calls.json")
    let line = "'\(TestPrograms.minuta)' run '\(file)' \(flags)"
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed(isTerminal ? "script" : "sh")),
      isTerminal ? ["-qec", line, "/dev/null"] : ["-c", line],
      environment: fixture.environment.merging(["SHELL": "/bin/sh"]) { $1 }
    )
    #expect(result.output.hasPrefix(isJSON ? #"{"index":0"# : "1. No timer is running."))
    #expect(result.output.contains(#"{"summary":"#) == isJSON)
    let hasCount = (result.output + result.errors).contains("1 of 1 done.")
    #expect(hasCount != isJSON, "\(result)")
  }
}
