import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta run --resume`, which continues a batch where an earlier run ended.
@Suite(.timeLimit(.minutes(10))) struct ResumeTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private static func log(_ hour: Int, tag: String = "Work") -> String {
    #"{"intent":"LogTime","with":{"tag":"\#(tag)","start":"2024-05-17T0\#(hour):00:00Z","#
      + #""duration":"10m"}}"#
  }

  private static let logs = (1...4).map { log($0) }
  private static let stop = #"{"intent":"StopTimer","with":{"tag":"Late"}}"#

  private func run(_ calls: [String], _ flags: String...) async throws -> ChildProcess.Result {
    let file = try fixture.home.write(calls.map { $0 + "\n" }.joined(), to: "calls.jsonl")
    return try await fixture.run(["run", file] + flags)
  }

  private func summary(_ result: ChildProcess.Result) throws -> String? {
    let last = try #require(result.output.split(separator: "\n").last)
    return try JSONValue(parsing: String(last))["summary"]?.text()
  }

  /// Returns the paths of the locks of batches.
  private func locks() throws -> [String] {
    try fixture.content().keys.filter { $0.contains("/batches/") }
  }

  @Test func `only failed calls are retried`() async throws {
    let calls = [Self.logs[0], Self.stop, Self.logs[1], Self.logs[2]]
    #expect(try await run(calls, "--on-error", "continue").status == 1)
    let again = try await run(calls, "--resume")
    #expect(again.status == 1)
    #expect(again.output.contains(#"{"index":1,"pointer":"/1","outcome":{"status":"failed""#))
    #expect(try summary(again) == #"{"calls":4,"ok":0,"failed":1,"notRun":0,"skipped":3}"#)
    _ = try await fixture.run("start", "Late")
    let mended = try await run(calls, "--resume")
    #expect(try summary(mended) == #"{"calls":4,"ok":1,"failed":0,"notRun":0,"skipped":3}"#)
    #expect(try fixture.records().count == 4)
    #expect(try locks().isEmpty)
    let done = try await run(calls, "--resume")
    #expect(try summary(done) == #"{"calls":4,"ok":0,"failed":0,"notRun":0,"skipped":4}"#)
  }

  @Test func `failed calls are retried even if calls were added`() async throws {
    let calls = [Self.logs[0], Self.stop, Self.logs[1]]
    _ = try await run(calls, "--on-error", "continue")
    let more = try await run(calls + [Self.logs[2]], "--resume", "--on-error", "continue")
    #expect(try summary(more) == #"{"calls":4,"ok":1,"failed":1,"notRun":0,"skipped":2}"#)
    _ = try await fixture.run("start", "Late")
    let end = try await run(calls + [Self.logs[2]], "--resume")
    #expect(try summary(end) == #"{"calls":4,"ok":1,"failed":0,"notRun":0,"skipped":3}"#)
    #expect(try fixture.records().count == 4)
  }

  @Test func `a call that was undone since is not skipped`() async throws {
    #expect(try await run(Array(Self.logs.prefix(3))).status == 0)
    for _ in 0..<2 { _ = try await fixture.run("undo", "--call") }
    let refused = try await run(Self.logs, "--resume")
    #expect(refused.status == 2)
    #expect(
      refused.errors.hasPrefix(
        "minuta: An earlier run completed line 2, but that call has been undone since then."
      )
    )
    #expect(try fixture.records().count == 1)
    for _ in 0..<2 { _ = try await fixture.run("redo") }
    let result = try await run(Self.logs, "--resume")
    #expect(try summary(result) == #"{"calls":4,"ok":1,"failed":0,"notRun":0,"skipped":3}"#)
  }

  @Test func `a batch that undoes its own call can be resumed`() async throws {
    let calls = [Self.logs[0], #"{"intent":"Undo"}"#, Self.logs[1], Self.stop]
    #expect(try await run(calls).status == 1)
    let result = try await run(calls, "--resume")
    #expect(try summary(result) == #"{"calls":4,"ok":0,"failed":1,"notRun":0,"skipped":3}"#)
  }

  @Test func `the run that got furthest is resumed`() async throws {
    #expect(try await run(Self.logs).status == 0)
    // Runs the first two calls again as a batch of their own; `--resume` must still find the longer
    // run.
    #expect(try await run(Array(Self.logs.prefix(2))).status == 0)
    let all = try await run(Self.logs, "--resume")
    #expect(try summary(all) == #"{"calls":4,"ok":0,"failed":0,"notRun":0,"skipped":4}"#)
    let fewer = try await run(Array(Self.logs.prefix(3)), "--resume")
    #expect(try summary(fewer) == #"{"calls":3,"ok":0,"failed":0,"notRun":0,"skipped":3}"#)
    let more = try await run(Self.logs + [Self.log(5)], "--resume")
    #expect(try summary(more) == #"{"calls":5,"ok":1,"failed":0,"notRun":0,"skipped":4}"#)
    #expect(try fixture.records().count == 7)
  }

  @Test func `an interrupted second run is resumed, not the complete first one`()
    async throws
  {
    let calls = [Self.logs[0], #"{"intent":"CreateTag","with":{"tag":"Once"}}"#, Self.logs[1]]
    #expect(try await run(calls).status == 0)
    #expect(try await run(calls).status == 1)
    #expect(try await fixture.run("tag-delete", "Once").status == 0)
    let result = try await run(calls, "--resume")
    #expect(try summary(result) == #"{"calls":3,"ok":2,"failed":0,"notRun":0,"skipped":1}"#)
  }

  @Test func `a changed first line doesn't repeat the whole batch`() async throws {
    var calls = [Self.logs[0], Self.logs[1], Self.stop]
    #expect(try await run(calls).status == 1)
    calls[0] = Self.log(5)
    let refused = try await run(calls, "--resume")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("because no earlier run begins with them. The last run"))
    #expect(refused.errors.contains("2 calls completed) is unfinished"))
    #expect(try fixture.records().count == 2)
    // The refusal must not depend on the state directory, so delete it and try again.
    try FileManager.default.removeItem(atPath: fixture.home.path + "/.local/state/minuta")
    #expect(try await run(calls, "--resume").status == 2)
    // After another batch has ended, no unfinished run is left, so `--resume` is accepted again.
    #expect(try await run([Self.log(6)]).status == 0)
    #expect(try await run([Self.log(7)], "--resume").status == 0)
  }

  @Test func `the changed line and the next one are named`() async throws {
    var calls = [Self.logs[0], "", Self.logs[1], Self.stop]
    #expect(try await run(calls).status == 1)
    calls[2] = Self.logs[2]
    let refused = try await run(calls, "--resume")
    #expect(
      refused.errors
        == "minuta: An earlier run completed the calls up to call 2, but line 3 has been changed "
        + "since then. Undo that change, or run only the calls from line 4 on, without '--resume'.\n"
    )
  }

  @Test func `a concurrent run is detected, and a dry run records nothing`()
    async throws
  {
    let calls = (0..<1500).map { index in
      let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 60)
      return #"{"intent":"LogTime","with":{"start":"\#(start.formatted(.iso8601))","#
        + #""duration":"1m"}}"#
    }
    let file = try fixture.home.write(calls.map { $0 + "\n" }.joined(), to: "calls.jsonl")
    let process = try fixture.start(["run", file])
    _ = try process.readOutput()
    let elsewhere = ["XDG_STATE_HOME": fixture.home.path + "/elsewhere"]
    for flags in [["--resume"], ["--resume", "--dry-run"]] {
      let beside = try await fixture.run(["run", file] + flags, environment: elsewhere)
      #expect(beside.status == 4)
    }
    // The running batch doesn't block the same batch in another data folder.
    let other = ["run", file, "--resume", "--store", fixture.home.path + "/other"]
    #expect(try await fixture.run(other).status == 0)
    #expect(try locks().count == 1)
    process.end()
    #expect(try locks().count == 1)
    #expect(try await fixture.run("run", file, "--resume", "--dry-run").status == 0)
    #expect(try locks().count == 1)
    #expect(try await fixture.run("run", file, "--resume").status == 0)
    #expect(try fixture.records().count == 1500)
    #expect(try locks().isEmpty)
  }

  @Test(arguments: [[], ["--atomic"]])
  func `a resumed run prints the IDs of the calls that are already committed`(flags: [String])
    async throws
  {
    let calls = Self.logs + [Self.stop]
    let file = try fixture.home.write(calls.map { $0 + "\n" }.joined(), to: "calls.jsonl")
    let logs = Self.logs.joined(separator: "\n")
    let whole = try flags.isEmpty ? file : fixture.home.write(logs, to: "whole.jsonl")
    let first = try await fixture.run(["run", whole] + flags)
    let again = try await fixture.run("run", file, "--resume")
    let lines = try again.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let repeated = lines.compactMap { $0["outcome"] }.filter { $0["repeated"] == true }
    let ids = repeated.flatMap { outcome -> [String] in
      (outcome["value"]?["records"]?.array ?? []).compactMap { $0["id"]?.string }
    }
    #expect(repeated.count == (flags.isEmpty ? 4 : 1))
    #expect(Set(ids) == Set(try fixture.records().compactMap { $0["id"]?.string }))
    #expect(ids.allSatisfy { first.output.contains($0) })
    #expect(repeated.first?["revision"] == 1)
  }

  @Test func `a resumed run prints the IDs of changed records and tags as lists`() async throws {
    let create = #"{"intent":"CreateTag","with":{"tag":"Once"}}"#
    #expect(try await run([create, Self.logs[0], Self.stop]).status == 1)
    let again = try await run([create, Self.logs[0], Self.stop], "--resume")
    let values = try again.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      .compactMap { $0["outcome"]?["value"] }
    #expect(values.count == 2)
    #expect(values.first?["records"] == [])
    #expect(values.first?["tags"]?.array?.compactMap { $0["id"]?.string }.count == 1)
    let record = try #require(try fixture.records().first?["id"])
    #expect(values.last?["records"] == JSONValue.array([["id": record]]))
  }

  @Test func `an extended run is unfinished until its new last call is committed`() async throws {
    var calls = Array(Self.logs.prefix(2))
    #expect(try await run(calls).status == 0)
    calls += [Self.logs[2], Self.stop]
    #expect(try await run(calls, "--resume").status == 1)
    calls[0] = Self.log(5)
    let refused = try await run(calls, "--resume")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("3 calls completed) is unfinished"))
    #expect(try fixture.records().count == 3)
    calls[0] = Self.logs[0]
    _ = try await fixture.run("start", "Late")
    #expect(try await run(calls, "--resume").status == 0)
    #expect(try await run([Self.log(6)], "--resume").status == 0)
  }

  @Test func `an added last call that changed nothing is not repeated`() async throws {
    let calls = [Self.logs[0], Self.logs[1], #"{"intent":"StopTimer"}"#]
    #expect(try await run(Array(calls.prefix(2))).status == 0)
    #expect(try await run(calls, "--resume").status == 0)
    _ = try await fixture.run("start", "Later")
    let again = try await run(calls, "--resume")
    #expect(try summary(again) == #"{"calls":3,"ok":0,"failed":0,"notRun":0,"skipped":3}"#)
  }

  @Test func `a batch whose last call changed nothing is complete`() async throws {
    let calls = [Self.logs[0], #"{"intent":"StopTimer"}"#, #"{"intent":"Status"}"#]
    #expect(try await run(calls).status == 0)
    _ = try await fixture.run("start", "Later")
    let again = try await run(calls, "--resume")
    #expect(try summary(again) == #"{"calls":3,"ok":0,"failed":0,"notRun":0,"skipped":3}"#)
    #expect(try await run([Self.logs[1]], "--resume").status == 0)
    let history = try await fixture.outcome(["history"])["value"]?["entries"]?.array
    #expect(history?.map { $0["intent"]?.string } == ["LogTime", "StartTimer", "LogTime"])
    #expect(try await fixture.run("undo").status == 0)
  }

  @Test(arguments: [[], ["--resume"], ["--atomic"]])
  func `a batch that changes nothing creates no folder`(flags: [String]) async throws {
    let calls = [#"{"intent":"StopTimer"}"#]
    let file = try fixture.home.write(calls.map { $0 + "\n" }.joined(), to: "calls.jsonl")
    #expect(try await fixture.run(["run", file] + flags).status == 0)
    #expect(!FileManager.default.fileExists(atPath: fixture.store))
  }

  @Test func `a terminated batch reports its progress and can be resumed`() async throws {
    let count = TestPrograms.isDebugBuild ? 3000 : 20_000
    let calls = (0..<count).map { index in
      let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 60)
      return #"{"intent":"LogTime","with":{"start":"\#(start.formatted(.iso8601))","#
        + #""duration":"1m"}}"#
    }
    let file = try fixture.home.write(calls.map { $0 + "\n" }.joined(), to: "calls.jsonl")
    let process = try fixture.start(["run", file])
    var head = try process.readOutput()
    kill(process.id, SIGTERM)
    let end = try await process.finish()
    #expect(end.status == 130)
    head += Array(end.output.utf8)
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\n")
    let last = try JSONValue(parsing: String(try #require(lines.last)))["summary"]
    #expect(last?["cancelled"] == true)
    #expect(last?["ok"]?.integer == lines.count - 1)
    #expect(try fixture.records().count == lines.count - 1)
    #expect(try await fixture.run("run", file, "--resume").status == 0)
    #expect(try fixture.records().count == count)
  }
}
