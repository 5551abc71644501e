import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the trace files that batches write.
@Suite(.timeLimit(.minutes(10))) struct TraceTests {
  private let fixture: MinutaFixture
  private let log = #"{"intent": "LogTime", "with": {"tag": "Work", "duration": "1m"}}"#
  private let stop = #"{"intent": "StopTimer", "with": {"tag": "Nothing"}}"#

  init() throws {
    fixture = try MinutaFixture()
  }

  private func trace(_ words: String...) async throws -> [JSONValue] {
    try await fixture.run(["trace", "--json"] + words).output.split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
  }

  @Test func `a trace has a line for each call, with its duration, and the summary`() async throws {
    let result = try await fixture.run(
      ["run", "-", "--on-error", "continue"],
      input: "[\(log), \(stop), \(log)]"
    )
    #expect(result.status == 1)
    let lines = try await trace()
    #expect(lines.map { $0["index"]?.integer } == [nil, 0, 1, 2, nil])
    #expect(lines[0]["file"] == "standard input")
    #expect(lines[1...3].allSatisfy { ($0["milliseconds"]?.integer ?? -1) >= 0 })
    #expect(lines[2]["error"]?["code"] == "tagNotFound")
    #expect(lines[4]["summary"]?.text() == #"{"calls":3,"ok":2,"failed":1,"notRun":0}"#)
    let text = try await fixture.run("trace", "last").output
    #expect(text.contains(" s: 2 done, 1 failed."))
    #expect(text.contains("2.  StopTimer  There is no tag 'Nothing'."))
    let id = try #require(lines[0]["trace"]?.string)
    #expect(try await trace(id) == lines)
    let requests = [#"{"run":"\#(id)"}"#, "{}", #"{"run":"none"}"#, #"{"run":7}"#].enumerated().map
    {
      #"{"jsonrpc":"2.0","id":\#($0),"method":"minuta/trace","params":\#($1)}"# + "\n"
    }
    var replies: [Int: JSONValue] = [:]
    for line in try await fixture.run(["rpc"], input: requests.joined()).output.split(
      separator: "\n"
    ) {
      let reply = try JSONValue(parsing: String(line))
      replies[try #require(reply["id"]?.integer)] = reply
    }
    let expected: JSONValue = ["run": .string(id), "isRunning": false, "lines": .array(lines)]
    #expect(replies[0]?["result"] == expected)
    #expect(replies[1]?["result"] == expected)
    #expect(replies[2]?["error"]?["data"]?["code"] == "traceNotFound")
    #expect(replies[3]?["error"]?["code"] == -32602)
  }

  @Test func `a trace shows whether its batch is running or was killed`() async throws {
    let file = try fixture.home.write(
      Array(repeating: log + "\n", count: 1500).joined(),
      to: "calls.jsonl"
    )
    let process = try ChildProcess(
      TestPrograms.minuta,
      ["run", file],
      environment: fixture.environment
    )
    _ = try process.readOutput()
    #expect(try await fixture.run("trace").output.contains("it is still running, with"))
    process.end()
    #expect(try await fixture.run("trace").output.contains("it was interrupted, with"))
    #expect(try await fixture.run("run", file, "--resume").status == 0)
    #expect(try await fixture.run("trace").output.contains(" s: 1500 ") == false)
    #expect(try await fixture.run("trace").output.contains("skipped as already done."))
  }

  @Test func `a dry run leaves no trace, and a missing trace is reported`() async throws {
    _ = try await fixture.run(["run", "-", "--dry-run"], input: "[\(log)]")
    let result = try await fixture.run("trace")
    #expect(result.status == 2)
    #expect(result.errors == "minuta: No batch or workflow has been run yet.\n")
    let missing = try await fixture.run("trace", "x")
    #expect(missing.errors == "minuta: There is no trace with the id 'x'.\n")
  }

  @Test func `the oldest traces are deleted`() async throws {
    for number in 100..<210 {
      try fixture.home.write(
        "{}\n",
        to: ".local/state/minuta/traces/20200101-000000-0\(number).jsonl"
      )
    }
    _ = try await fixture.run(["run", "-"], input: "[\(log)]")
    let names = try fixture.home.content(below: ".local/state/minuta/traces").keys.sorted()
    #expect(names.count == 100)
    #expect(names.first == "20200101-000000-0111.jsonl")
  }

  @Test func `a batch continues if its trace can't be written`() async throws {
    try fixture.home.write("", to: ".local/state/minuta/traces")
    #expect(try await fixture.run(["run", "-"], input: "[\(log)]").status == 0)
    #expect(try fixture.records().count == 1)
  }

  @Test(arguments: [
    (["run", "-"], "[{"), (["run", "-", "--resume"], "[LOG, 1]"),
    (["run", "nothing.jsonl"], ""),
  ])
  func `a batch that is refused before it begins leaves no trace`(
    words: [String],
    input: String
  ) async throws {
    let result = try await fixture.run(words, input: input.replacing("LOG", with: log))
    #expect(result.status == 2)
    #expect(
      try await fixture.run("trace").errors
        == "minuta: No batch or workflow has been run yet.\n"
    )
  }

  @Test func `a full trace still records failures, and long texts are truncated`()
    async throws
  {
    let long = String(repeating: "x", count: 5000)
    let calls =
      Array(repeating: #"{"intent": "Status"}"#, count: 10_010)
      + [#"{"intent": "StopTimer", "with": {"tag": "\#(long)"}}"#]
    let result = try await fixture.run(["run", "-"], input: calls.joined(separator: "\n"))
    #expect(result.status == 1)
    let lines = try await trace()
    #expect(lines.count == 10_004)
    #expect(lines[10_001]["index"] == 10_010)
    #expect(lines[10_002]["omitted"] == 10)
    #expect(lines[10_001].text().utf8.count < 1000)
  }

  @Test func `the trace of a killed batch has all printed results`() async throws {
    let file = try fixture.home.write(
      Array(repeating: log + "\n", count: 1500).joined(),
      to: "calls.jsonl"
    )
    let process = try ChildProcess(
      TestPrograms.minuta,
      ["run", file],
      environment: fixture.environment
    )
    var count = 0
    while count < 500 {
      let bytes = try process.readOutput()
      if bytes.isEmpty { break }
      count += bytes.count { $0 == UInt8(ascii: "\n") }
    }
    process.end()
    #expect(try await trace().count > count)
  }

  @Test func `last is the newest of several batches in one second`() async throws {
    for number in 1...4 {
      let input = "[\(Array(repeating: log, count: number).joined(separator: ","))]"
      _ = try await fixture.run(["run", "-"], input: input)
      #expect(try await trace().count == number + 2)
    }
  }

  @Test func `a partial last line is not shown`() async throws {
    try fixture.home.write(
      "{\"trace\":\"x\"}\n{\"index\":0,\"int",
      to: ".local/state/minuta/traces/20200101-000000000-0001.jsonl"
    )
    #expect(try await fixture.run("trace", "--json").output == "{\"trace\":\"x\"}\n")
  }
}
