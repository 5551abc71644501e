import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests how workflow runs begin and end, and the trace files that they write.
@Suite(.timeLimit(.minutes(5))) struct WorkflowLifecycleTests {
  private static let log: JSONValue = [
    "id": "log", "intent": "LogTime", "with": ["tag": "Work", "duration": "1h"],
  ]

  private static let hanging = WorkflowFixture.flow(
    [
      log,
      ["id": "hang", "intent": "Notify", "with": ["text": "now"], "onError": WorkflowFixture.late],
    ],
    [
      "finally": [
        [
          "id": "end", "intent": "LogTime",
          "with": ["tag": "Cleaned", "duration": "1m", "comment": ["$": "/run/status"]],
        ]
      ]
    ]
  )

  private func hangs() async throws -> (WorkflowFixture, ChildProcess) {
    let fixture = try await WorkflowFixture.make(hangs: true)
    try fixture.install(Self.hanging)
    let child = try fixture.start("run", "flow")
    try await wait(for: "the notification") { fixture.notes.contains("now") }
    return (fixture, child)
  }

  private func comments(_ fixture: WorkflowFixture) throws -> [String] {
    try fixture.fixture.records().compactMap { $0["comment"]?.string }
  }

  @Test func `C61 a second run of a workflow is busy, and says so at once`() async throws {
    let (fixture, child) = try await hangs()
    let second = try await fixture.run("run", "flow")
    #expect(second.status == 4)
    #expect(second.errors == "minuta: The workflow 'flow' is running already.\n")
    kill(child.id, SIGKILL)
    _ = try await child.finish(input: [])
  }

  @Test func `C61 a killed run leaves a trace and no lock`() async throws {
    let (fixture, child) = try await hangs()
    kill(child.id, SIGKILL)
    _ = try await child.finish(input: [])
    let text = try await fixture.run("trace").output
    #expect(text.contains(" of flow: it was interrupted."))
    #expect(text.contains("  unfinished  hang  Notify"))
    #expect(try comments(fixture) == [])
    let quick = WorkflowFixture.flow([Self.log])
    try fixture.install(quick)
    #expect(try await fixture.run("run", "flow").status == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `C58 a terminated run cleans up first`(_ signal: Int32) async throws {
    let (fixture, child) = try await hangs()
    kill(child.id, signal)
    #expect(try await child.finish(input: []).status == -signal)
    #expect(try comments(fixture) == ["cancelled"])
    #expect(try await fixture.trace().last?["status"] == "cancelled")
  }

  @Test func `C58 a call that is cancelled over JSON-RPC cleans up first`() async throws {
    let fixture = try await WorkflowFixture.make(hangs: true)
    try fixture.install(Self.hanging)
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "flow", [:])
    try await wait(for: "the notification") { fixture.notes.contains("now") }
    // Other calls must not wait for the running workflow.
    #expect(try await rpcClient.request(2, "Status", [:])["result"]?["status"] == "ok")
    try rpcClient.sendNotification("$/cancelRequest", ["id": 1])
    #expect(try await rpcClient.reply(to: 1)["error"]?["code"] == -32800)
    #expect(try await rpcClient.finish().code == 0)
    #expect(try comments(fixture) == ["cancelled"])
  }

  @Test func `C58 a run that times out cleans up and exits with 124`() async throws {
    let fixture = try await WorkflowFixture.make(hangs: true)
    let limited = try #require(Self.hanging.object).merging(["timeoutMs": 300])
    try fixture.install(.object(limited))
    let result = try await fixture.run("run", "flow")
    #expect(result.status == 124)
    #expect(result.errors == "minuta: The workflow 'flow' timed out after 300 ms.\n")
    #expect(try comments(fixture) == ["timeout"])
  }

  @Test func `a run is undone and redone as one`() async throws {
    let fixture = try await WorkflowFixture.make()
    _ = try await fixture.run("log", "Before", "--duration", "5m")
    try fixture.install(
      WorkflowFixture.flow([
        Self.log,
        [
          "id": "each", "forEach": ["a", "b", "c"], "intent": "LogTime",
          "with": ["tag": ["$": "/item"], "duration": "1m"],
        ],
      ])
    )
    let run = try #require(try await fixture.outcome("run", "flow")["run"]?.string)
    let done = Set(try fixture.fixture.records())
    #expect(done.count == 5)
    #expect(try await fixture.run("undo").output.hasPrefix("Undid a run of 4 calls: 'log'"))
    #expect(try fixture.fixture.records().count == 1)
    #expect(try await fixture.run("redo").status == 0)
    #expect(Set(try fixture.fixture.records()) == done)
    _ = try await fixture.run("log", "After", "--duration", "5m")
    let undone = try await fixture.run("undo", "--run", run)
    #expect(undone.output.hasPrefix("Undid a run of 4 calls: 'log'"))
    #expect(try fixture.fixture.records().count == 2)
    let again = try await fixture.run("undo", "--run", run)
    #expect(
      again.errors
        == "minuta: The history has no changes made by the run '\(run)' that can be undone. "
        + "Use one of the list.\n  minuta history\n"
    )
    #expect(try await fixture.run("undo", "--run", run, "--entry", "1").status == 2)
  }

  @Test func `C60 a dry run changes no byte and lists every call`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(Self.hanging)
    let before = try fixture.fixture.content()
    let result = try await fixture.run("run", "flow", "--dry-run")
    #expect(result.status == 0)
    #expect(result.output.contains("planned  log   LogTime"))
    #expect(result.output.contains("planned  hang  Notify text: \"now\""))
    #expect(try fixture.fixture.content() == before)
    #expect(fixture.notes == "")
    #expect(try await fixture.run("trace").status == 2)
    let plan = try await fixture.outcome("run", "flow", "--dry-run")["plan"]
    #expect(
      plan?["steps"]?.array?.map { $0["status"] ?? .null } == ["planned", "planned", "planned"]
    )
    #expect(plan?["changes"]?.array?.isEmpty == false)
  }

  @Test func `C58 the trace has every attempt, the delay before the next, and the last error`()
    async throws
  {
    let fixture = try await WorkflowFixture.make()
    try await fixture.fixture.shell("rm bin/notify-send")
    let rule: JSONValue = ["retry": ["max": 2, "delayMs": 20, "backoff": 3]]
    let step: JSONValue = [
      "id": "say", "intent": "Notify", "with": ["text": "x"], "onError": rule,
    ]
    try fixture.install(WorkflowFixture.flow([step]))
    let path = ["PATH": "\(fixture.fixture.home.path)/bin"]
    #expect(try await fixture.fixture.run(["run", "flow"], environment: path).status == 1)
    let lines = try await fixture.trace()
    let steps = lines.filter { $0["path"] == ["say"] }
    let statuses = [
      "started", "failed", "retry", "started", "failed", "retry", "started", "failed",
    ]
    #expect(steps.compactMap { $0["status"]?.string } == statuses)
    #expect(steps.compactMap { $0["attempt"]?.integer } == [1, 2, 2, 3])
    #expect(steps.compactMap { $0["afterMilliseconds"]?.integer } == [20, 60])
    let failures = steps.filter { $0["status"] == "failed" }
    #expect(failures.allSatisfy { $0["error"]?["code"] == "notificationFailed" })
    #expect(lines.last?["error"] == failures.last?["error"])
    #expect((lines.last?["milliseconds"]?.integer ?? 0) >= 80)
  }

  @Test func `C62 a trace is JSON Lines, hides secrets and has a size limit`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(
      WorkflowFixture.flow(
        [
          [
            "id": "say", "intent": "Notify",
            "with": ["text": ["$text": ["pin ", ["$": "/params/pin"]]]],
          ],
          [
            "id": "no", "intent": "StopTimer", "with": ["tag": ["$": "/params/pin"]],
            "onError": "continue",
          ],
          [
            "id": "many", "forEach": ["$": "/params/items"], "max": 100_000, "intent": "Status",
            "if": ["ne": [["$": "/item"], ["$": "/params/pin"]]],
          ],
        ],
        [
          "parameters": [
            "type": "object",
            "properties": [
              "pin": ["type": "string", "x-minuta-secret": true], "items": ["type": "array"],
            ],
            "additionalProperties": false,
          ]
        ]
      )
    )
    let items = JSONValue.array((0..<30_000).map { .string("s3cret\($0 % 2 == 0 ? "" : "x")") })
    let with: JSONValue = ["pin": "s3cret", "items": items]
    let file = try fixture.fixture.home.write(
      JSONValue.array([["intent": "flow", "with": with]]).text(),
      to: "calls.json"
    )
    #expect(try await fixture.run("run", file).status == 0)
    let traces = try fixture.fixture.home.content(below: ".local/state/minuta/traces")
    #expect(traces.count == 1)
    for case let (name, data?) in traces {
      let text = String(decoding: data, as: UTF8.self)
      #expect(data.count < 9 << 20, "\(name) has \(data.count) bytes")
      #expect(!text.contains("s3cret"))
      for line in text.split(separator: "\n") { _ = try JSONValue(parsing: String(line)) }
    }
    #expect(fixture.notes.contains("pin s3cret"))
  }

  @Test func `a workflow within another is part of its run`() async throws {
    let fixture = try await WorkflowFixture.make()
    let inner = WorkflowFixture.flow(
      [Self.log, ["id": "no", "fail": "Enough.", "onError": "continue"]],
      ["id": "inner"]
    )
    try fixture.install(inner)
    try fixture.install(
      WorkflowFixture.flow([
        ["id": "first", "intent": "LogTime", "with": ["tag": "First", "duration": "1m"]],
        ["id": "call", "intent": "inner"],
      ])
    )
    #expect(try await fixture.run("run", "flow").status == 0)
    let tree = try await fixture.run("trace").output
    #expect(tree.contains(" of flow: ok"))
    #expect(tree.contains("  ok      call   inner"))
    #expect(tree.contains("  ok        log  LogTime"))
    #expect(tree.contains("  failed    no   — Enough."))
    #expect(try await fixture.trace("flow") == fixture.trace())
    #expect(try await fixture.run("undo").output.hasPrefix("Undid a run of 2 calls: 'log': "))
    #expect(try fixture.fixture.records().isEmpty)
  }

  @Test func `calls over JSON-RPC keep their order with a workflow among them`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(
      WorkflowFixture.flow([["id": "a", "intent": "StartTimer", "with": ["tag": "Work"]]])
    )
    let rpcClient = try fixture.rpcClient()
    try rpcClient.send(all: [
      RPCTestClient.message(1, "flow", [:]), RPCTestClient.message(2, "StopTimer", [:]),
      RPCTestClient.message(3, "Status", [:]),
    ])
    let stopped = try await rpcClient.reply(to: 2)["result"]?["value"]?["records"]?.array
    #expect(stopped?.count == 1)
    #expect(try await rpcClient.finish().code == 0)
    #expect(try fixture.fixture.records().allSatisfy { $0["endTime"] != nil })
  }
}
