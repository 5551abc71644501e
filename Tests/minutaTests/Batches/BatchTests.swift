import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests long batches, and batches with hostile input, through the real program.
@Suite(.timeLimit(.minutes(10))) struct BatchTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Returns `count` calls, each of which logs a different minute.
  private static func logs(_ count: Int) -> [String] {
    (0..<count).map { index in
      let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 60)
      return #"{"intent":"LogTime","with":{"tag":"Work","start":"\#(start.formatted(.iso8601))","#
        + #""duration":"1m"}}"#
    }
  }

  private func lines(_ calls: [String], to name: String = "calls.jsonl") throws -> String {
    try fixture.home.write(calls.map { $0 + "\n" }.joined(), to: name)
  }

  private func summary(_ result: ChildProcess.Result) throws -> JSONValue? {
    let last = try #require(result.output.split(separator: "\n").last)
    return try JSONValue(parsing: String(last))["summary"]
  }

  @Test(arguments: [
    ("calls.jsonl", "C\nC\nC", 3), ("calls.jsonl", "C", 1), ("calls.jsonl", "", 0),
    ("calls.jsonl", "\nC\r\n \n\tC\n\n", 2), ("calls.json", "C\nC\n", 2),
    ("calls.json", "\n\nC\n\nC", 2), ("calls.json", "[C,\nC]", 2), ("calls.json", "[]", 0),
  ])
  func `a file is a JSON array or JSON Lines`(
    name: String,
    text: String,
    count: Int
  ) async throws {
    let call = #"{"intent": "LogTime", "with": {"duration": "1m"}}"#
    let file = try fixture.home.write(text.replacing("C", with: call), to: name)
    let piped = try await fixture.run(["run", file, "--dry-run"])
    #expect(try summary(piped)?["ok"]?.integer == count)
    #expect(try fixture.records().isEmpty)
    let result = try await fixture.run(["run", file])
    #expect(result.status == 0)
    #expect(try fixture.records().count == count)
  }

  @Test(arguments: [
    ("C\n{\"intent\": \"Status\",}\nC", "FILE:2: invalid JSON: trailing comma."),
    ("C\n[]", "FILE:2: The top-level value must be an object, not the list []."),
    ("C\n\nC C\nC", "FILE:3: invalid JSON: unexpected text after the value."),
    ("C\n{\"intnt\": 1}", "FILE:2: Unknown key 'intnt' (did you mean 'intent'?)."),
  ])
  func `a malformed line is named and nothing runs`(text: String, message: String) async throws {
    let call = #"{"intent": "LogTime", "with": {"duration": "1m"}}"#
    let file = try fixture.home.write(text.replacing("C", with: call), to: "calls.jsonl")
    let result = try await fixture.run("run", file)
    #expect(result.errors == "minuta: \(message.replacing("FILE", with: file))\n")
    #expect(result.status == 2)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `a mistake on the last line of a long batch is found before anything is written`()
    async throws
  {
    let last = TestPrograms.isDebugBuild ? 9999 : 99_999
    let call = #"{"intent":"Status"}"#
    let mistake = #"{"intent":"LogTime","with":{"duration":"1 fortnight"}}"#
    let file = try lines(Array(repeating: call, count: last) + [mistake])
    let result = try await fixture.run("run", file)
    #expect(result.status == 2)
    #expect(result.output.hasPrefix(#"{"index":\#(last),"pointer":"/\#(last)","outcome""#))
    #expect(try summary(result)?["notRun"]?.integer == last)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `--on-error continue skips failures and runs the rest`() async throws {
    var calls = Self.logs(1100)
    for index in [0, 999, 1000, 1099] {
      calls[index] = #"{"intent":"StopTimer","with":{"tag":"Nothing"}}"#
    }
    let result = try await fixture.run("run", lines(calls), "--on-error", "continue")
    #expect(result.status == 1)
    #expect(try summary(result)?.text() == #"{"calls":1100,"ok":1096,"failed":4,"notRun":0}"#)
    let indices = try result.output.split(separator: "\n").dropLast().map {
      try JSONValue(parsing: String($0))["index"]?.integer
    }
    #expect(indices == Array(0..<1100))
    #expect(try fixture.records().count == 1096)
    #expect(try await fixture.outcome(["undo", "--call"])["status"] == "ok")
    #expect(try fixture.records().count == 1095)
    #expect(try await fixture.outcome(["undo"])["count"] == nil)
    #expect(try fixture.records().isEmpty)
  }

  @Test func `a stream is processed as it arrives`() async throws {
    let process = try fixture.start(["run", "-", "--stream"])
    var output = ""
    for (index, call) in Self.logs(3).enumerated() {
      try process.write(Array((call + "\n").utf8))
      while output.filter({ $0 == "\n" }).count <= index {
        let bytes = try process.readOutput()
        try #require(!bytes.isEmpty)
        output += String(decoding: bytes, as: UTF8.self)
      }
      #expect(try fixture.records().count == index + 1)
    }
    let end = try await process.finish()
    #expect(end.status == 0)
    #expect(end.output == "{\"summary\":{\"calls\":3,\"ok\":3,\"failed\":0,\"notRun\":0}}\n")
  }

  @Test(arguments: [3, 600, 1100])
  func `E24 a killed batch resumes without repeating a call`(kept: Int)
    async throws
  {
    let file = try lines(Self.logs(1200))
    let process = try fixture.start(["run", file])
    // Reads only the first results. The rest fill the pipe, so the process can't finish before it
    // is killed.
    var count = 0
    while count < kept {
      let bytes = try process.readOutput()
      if bytes.isEmpty { break }
      count += bytes.count { $0 == UInt8(ascii: "\n") }
    }
    process.end()
    let done = try fixture.records().count
    #expect(done >= kept)
    let result = try await fixture.run("run", file, "--resume")
    #expect(result.status == 0)
    #expect(try fixture.records().count == 1200)
    let ok = try #require(try summary(result)?["ok"]?.integer)
    #expect(try summary(result)?["skipped"]?.integer ?? 0 == 1200 - ok)
    let again = try await fixture.run("run", file, "--resume")
    #expect(try summary(again)?["skipped"] == 1200)
    #expect(try fixture.records().count == 1200)
  }

  @Test func `a failed call may be corrected before resuming`() async throws {
    var calls = Self.logs(5)
    calls[3] = #"{"intent":"StopTimer","with":{"tag":"Nothing"}}"#
    #expect(try await fixture.run("run", lines(calls)).status == 1)
    calls[3] = Self.logs(6)[5]
    let result = try await fixture.run("run", lines(calls), "--resume")
    #expect(try summary(result)?["skipped"] == 3)
    #expect(try fixture.records().count == 5)
    calls[1] = calls[2]
    let changed = try await fixture.run("run", lines(calls), "--resume")
    #expect(changed.status == 2)
    #expect(
      changed.errors
        == "minuta: An earlier run completed the calls up to call 5, but line 2 has been changed "
        + "since then. Undo that change, or run only the new calls, without '--resume'.\n"
    )
    #expect(try fixture.records().count == 5)
  }

  @Test func `resuming a batch that never ran starts it`() async throws {
    let result = try await fixture.run("run", lines(Self.logs(2)), "--resume")
    #expect(result.status == 0)
    #expect(result.errors.contains("No earlier run begins with these calls"))
    #expect(try summary(result)?.text() == #"{"calls":2,"ok":2,"failed":0,"notRun":0}"#)
  }

  @Test func `a call that reads committed state comes after the commit`() async throws {
    let batch = """
      [{"intent": "LogTime", "with": {"tag": "A", "duration": "5m"}},
       {"intent": "LogTime", "with": {"tag": "B", "duration": "5m"}},
       {"intent": "Undo"}, {"intent": "DeleteRecord", "with": {"record": "last"}},
       {"intent": "ListDeletions"}, {"intent": "History"}]
      """
    let result = try await fixture.run(["run", "-"], input: batch)
    let lines = try result.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.dropLast().allSatisfy { $0["outcome"]?["status"] == "ok" })
    #expect(lines[2]["outcome"]?["dialog"]?.string?.hasPrefix("Undid 'log': 'B'") == true)
    #expect(lines[4]["outcome"]?["value"]?["pendingDeletions"]?.array?.count == 2)
    let entries = lines[5]["outcome"]?["value"]?["entries"]?.array
    #expect(
      entries?.map { $0["intent"]?.string } == ["DeleteRecord", "Undo", "LogTime", "LogTime"]
    )
  }

  @Test(arguments: [
    (["--atomic", "--stream"], "'--atomic' and '--stream'"),
    (["--resume", "--stream"], "'--resume' and '--stream'"),
    (["--atomic", "--on-error", "continue"], "'--atomic' and '--on-error continue'"),
    (["--on-error", "retry"], "'retry' isn't valid for '--on-error'. Use 'stop' or 'continue'."),
    (["--key", "k"], "'--key' is for a single call"),
    (["--key", ""], "The value of '--key' is empty"),
  ])
  func `conflicting flags are refused`(flags: [String], words: String) async throws {
    let result = try await fixture.run(["run", "-"] + flags, input: "[]")
    #expect(result.status == 2)
    #expect(result.errors.contains(words))
  }

  @Test func `an atomic batch resumes with added calls`() async throws {
    let calls = Self.logs(3)
    _ = try await fixture.run("run", lines(Array(calls.prefix(2))), "--atomic")
    let result = try await fixture.run("run", lines(calls), "--atomic", "--resume")
    #expect(result.output.contains(#"{"index":2,"pointer":"/2","outcome":{"status":"ok""#))
    #expect(try summary(result)?["skipped"] == 2)
    #expect(try fixture.records().count == 3)
  }

  @Test func `a running batch can't be resumed`() async throws {
    let file = try lines(Self.logs(1500))
    let process = try fixture.start(["run", file])
    _ = try process.readOutput()
    let beside = try await fixture.run("run", file, "--resume")
    #expect(beside.status == 4)
    #expect(beside.errors.contains("This batch is still running (process "))
    process.end()
    #expect(try await fixture.run("run", file, "--resume").status == 0)
    #expect(try fixture.records().count == 1500)
  }

  @Test func `a file of one call takes a key`() async throws {
    let file = try fixture.home.write(Self.logs(1)[0], to: "call.json")
    for _ in 0..<2 { #expect(try await fixture.run("run", file, "--key", "k").status == 0) }
    #expect(try fixture.records().count == 1)
  }

  @Test func `calls before a malformed line of a stream run`() async throws {
    let text = (Self.logs(2) + ["{", Self.logs(1)[0]]).joined(separator: "\n")
    let result = try await fixture.run(["run", "-", "--stream"], input: text)
    #expect(result.status == 2)
    #expect(result.output.split(separator: "\n").count { $0.contains(#""status":"ok""#) } == 2)
    let lines = result.output.split(separator: "\n")
    #expect(lines[2].hasPrefix(#"{"index":2,"pointer":"/2","outcome":{"status":"failed""#))
    #expect(lines[2].contains("standard input:3: invalid JSON"))
    #expect(try summary(result)?.text() == #"{"calls":3,"ok":2,"failed":1,"notRun":0}"#)
    #expect(try fixture.records().count == 2)
  }

  @Test func `--once makes the same keys with and without --yes`() async throws {
    let calls = """
      [{"intent": "LogTime", "with": {"start": "2026-11-02 09:00", "duration": "1h"}},
       {"intent": "CutRange", "with": {"start": "2026-11-02 09:00", "end": "2026-11-02 09:10"}}]
      """
    let first = try await fixture.run(["run", "-", "--once", "--yes"], input: calls)
    let records = try fixture.records()
    let second = try await fixture.run(["run", "-", "--once"], input: calls)
    #expect(try summary(first)?["repeated"] == nil)
    #expect(try summary(second)?["repeated"] == 2)
    #expect(second.output.contains(#""dialog":"Already done: Logged 1h 00m"#))
    #expect(try fixture.records() == records)
  }
}
