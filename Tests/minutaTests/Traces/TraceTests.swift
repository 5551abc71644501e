import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the trace files of workflow runs, and `minuta trace`.
@Suite(.timeLimit(.minutes(10))) struct TraceTests {
  private let fixture: MinutaFixture
  private let workflow: String

  init() throws {
    fixture = try MinutaFixture()
    workflow = try fixture.home.write(
      #"""
      {"minuta": 1, "id": "flow", "title": "Flow", "steps": [
        {"id": "log", "intent": "LogTime", "with": {"tag": "Work", "duration": "1m"}}
      ]}
      """#,
      to: "flow.json"
    )
  }

  private func trace(_ words: String...) async throws -> [JSONValue] {
    try await fixture.run(["trace", "--json"] + words).output.split(separator: "\n")
      .map { try JSONValue(parsing: String($0)) }
  }

  @Test func `a trace is found by its id, and over JSON-RPC`() async throws {
    _ = try await fixture.run("run", workflow)
    let lines = try await trace()
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

  @Test func `a dry run and a batch leave no trace, and a missing trace is reported`()
    async throws
  {
    _ = try await fixture.run("run", workflow, "--dry-run")
    _ = try await fixture.run(["run", "-"], input: #"[{"intent": "Status"}]"#)
    let result = try await fixture.run("trace")
    #expect(result.status == 2)
    #expect(result.errors == "minuta: No workflow has been run yet.\n")
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
    _ = try await fixture.run("run", workflow)
    let names = try fixture.home.content(below: ".local/state/minuta/traces").keys.sorted()
    #expect(names.count == 100)
    #expect(names.first == "20200101-000000-0111.jsonl")
  }

  @Test func `a workflow continues if its trace can't be written`() async throws {
    try fixture.home.write("", to: ".local/state/minuta/traces")
    #expect(try await fixture.run("run", workflow).status == 0)
    #expect(try fixture.records().count == 1)
  }

  @Test func `last is the newest of several runs in one second`() async throws {
    var ids: [JSONValue?] = []
    for _ in 1...4 {
      _ = try await fixture.run("run", workflow)
      ids.append(try await trace()[0]["trace"])
    }
    #expect(Set(ids).count == 4)
  }

  @Test func `a partial last line is not shown`() async throws {
    try fixture.home.write(
      "{\"trace\":\"x\"}\n{\"path\":[],\"int",
      to: ".local/state/minuta/traces/20200101-000000000-0001.jsonl"
    )
    #expect(try await fixture.run("trace", "--json").output == "{\"trace\":\"x\"}\n")
  }
}
