import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests workflow hooks with real processes.
@Suite(.timeLimit(.minutes(5))) struct HookProcessTests {
  private static let start: JSONValue = [
    "id": "a", "intent": "StartTimer", "with": ["tag": "Hooked", "parallel": true],
  ]
  private static let notifyStep: JSONValue = [
    [
      "id": "a", "intent": "Notify", "onError": WorkflowFixture.late,
      "with": ["title": ["$": "/event/name"], "text": ["$": "/event/after/tag/name", "or": "-"]],
    ]
  ]

  private func ended(_ fixture: WorkflowFixture, _ count: Int) async throws {
    try await wait(for: "\(count) hooks") {
      try fixture.hookTraces().count { $0.contains(#""ended""#) } >= count
    }
  }

  @Test(arguments: ["timer.started", "timer.stopped", "record.changed", "tag.changed"])
  func `a hook runs once for each event, after the change`(_ event: String) async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(
      WorkflowFixture.hook(
        .string(event),
        "after",
        [
          [
            "id": "a", "intent": "Notify",
            "with": ["title": ["$": "/event/name"], "text": ["$": "/event/intent"]],
          ]
        ]
      )
    )
    _ = try await fixture.run("start", "$5 <b>")
    _ = try await fixture.run("stop")
    _ = try await fixture.run("status", "json")
    let expected = [
      "timer.started": ["StartTimer"], "timer.stopped": ["StopTimer"],
      "record.changed": ["StartTimer", "StopTimer"], "tag.changed": ["StartTimer"],
    ]
    let intents = expected[event] ?? []
    try await ended(fixture, intents.count)
    let notes = fixture.notes.split(separator: "\n").map(String.init)
    #expect(
      notes.sorted()
        == intents.map { "--app-name=Minuta --print-id --urgency=normal -- \(event) \($0)" }
    )
  }

  @Test func `the example hook refuses an archived client from every source`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(example: "no_archived_client")
    _ = try await fixture.run("log", "ACME", "--duration", "5m")
    _ = try await fixture.run("run", "ArchiveTag", "--tag", "ACME")
    let before = try fixture.fixture.records()
    let sentence =
      "The hook 'no_archived_client' refused the call: the client 'ACME' is archived; ask for a new order first."
    #expect(try await fixture.run("start", "ACME").errors == "minuta: \(sentence)\n")
    #expect(try await fixture.run("start", "ACME", "--dry-run").errors == "minuta: \(sentence)\n")
    let calls = #"[{"intent":"StartTimer","with":{"tag":"ACME"}}]"#
    #expect(try await fixture.run(["run", "-"], input: calls).output.contains(sentence))
    #expect(
      try await fixture.run(["run", "-", "--atomic"], input: calls).output.contains(sentence)
    )
    let map =
      #"{"minuta":1,"keys":{"go":{"press":"LOGO+x","call":{"intent":"StartTimer","with":{"tag":"ACME"}}}}}"#
    try fixture.fixture.home.write(map, to: ".config/minuta/keymap.json")
    #expect(try await fixture.run("key", "go").errors == "minuta: \(sentence)\n")
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "StartTimer", ["tag": "ACME"])
    #expect(try await rpcClient.reply(to: 1)["error"]?["message"] == .string(sentence))
    _ = try await rpcClient.finish()
    #expect(try fixture.fixture.records() == before)
    #expect(try await fixture.run("start", "Other").status == 0)
  }

  @Test func `hooks see each record of an import as a call`() async throws {
    let fixture = try await WorkflowFixture.make()
    let intervals = ["Work", "Mail", "ACME", "Rest"].enumerated().map { index, tag in
      "inc 2024051\(index)T083000Z - 2024051\(index)T090000Z # \(tag)\n"
    }
    let file = try fixture.fixture.home.write(intervals.joined(), to: "2024-05.data")
    let text: JSONValue = ["$text": [["$": "/event/intent"], " ", ["$": "/event/with/tag"]]]
    try fixture.install(
      WorkflowFixture.hook(
        "record.changed",
        "after",
        [["id": "a", "intent": "Notify", "with": ["title": "T", "text": text]]],
        ["id": "hook2"]
      )
    )
    let isACME: JSONValue = ["eq": [["$": "/event/with/tag"], "ACME"]]
    try fixture.install(
      WorkflowFixture.hook(
        "record.changed",
        "before",
        [["id": "a", "if": isACME, "fail": "it is closed."]]
      )
    )
    let refusal = "The hook 'hook' refused the call: it is closed."
    let planned = try await fixture.run("import", file, "--dry-run")
    #expect(planned.errors == "minuta: \(refusal)\n")
    let result = try await fixture.run("import", file)
    #expect(result.errors.hasPrefix("minuta: \(refusal) Before that, 2 records were imported."))
    #expect(try fixture.fixture.records().count == 2)
    try await wait(for: "notifications") { fixture.notes.split(separator: "\n").count == 2 }
    let notes = fixture.notes.split(separator: "\n").map { $0.suffix(17) }
    #expect(notes.sorted() == ["ImportRecord Mail", "ImportRecord Work"])
    #expect(try await fixture.run("undo").output.contains("an import of 2 records"))
  }

  @Test func `last never refers to a record that a hook changed`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(
      WorkflowFixture.hook(
        "timer.stopped",
        "before",
        [["id": "a", "intent": "LogTime", "with": ["tag": "Hooked", "duration": "1m"]]]
      )
    )
    _ = try await fixture.run("log", "Old", "1h", "--start", "2024-05-17 08:00")
    _ = try await fixture.run("start", "Work", "--at", "2024-05-18 08:00")
    _ = try await fixture.run("stop", "--at", "2024-05-18 09:00")
    #expect(try fixture.fixture.records().count == 3)
    let edited = try await fixture.outcome("edit", "--comment", "x")
    #expect(edited["value"]?["record"]?["tag"]?["name"] == "Work")
  }

  @Test func `values changed by a hook are validated again inside the lock`() async throws {
    let fixture = try await WorkflowFixture.make()
    _ = try await fixture.run("log", "Old", "--duration", "5m")
    _ = try await fixture.run("run", "ArchiveTag", "--tag", "Old")
    try fixture.install(
      WorkflowFixture.hook(
        "timer.started",
        "before",
        [["id": "a", "intent": "Status"]],
        [
          "output": ["with": ["tag": "Old"]]
        ]
      )
    )
    let result = try await fixture.run("start", "New")
    #expect(result.status == 1)
    #expect(result.errors.contains("'Old' is archived"))
    #expect(try fixture.fixture.records().count == 1)
  }

  @Test(arguments: ["proceed", "refuse"])
  func `a hook that hangs before a call delays it by the timeout and is reported`(
    _ rule: String
  ) async throws {
    let fixture = try await WorkflowFixture.make(hangs: true)
    var hook = try #require(
      WorkflowFixture.hook(
        "timer.started",
        "before",
        [["id": "a", "intent": "Notify", "with": ["text": "x"]]],
        ["timeoutMs": 300]
      ).object
    )
    hook["hook"] = ["event": "timer.started", "phase": "before", "onFailure": .string(rule)]
    try fixture.install(.object(hook))
    let result = try await fixture.run("start", "Work")
    let sentence = "The workflow 'hook' timed out after 300 ms."
    if rule == "proceed" {
      #expect(result.output.hasSuffix("The hook 'hook' failed: \(sentence)\n"))
    } else {
      #expect(
        result.errors == "minuta: The hook 'hook' failed, so the call did not run: \(sentence)\n"
      )
    }
    #expect(try fixture.fixture.records().count == (rule == "proceed" ? 1 : 0))
    // The hook's process has ended with the timeout, so the next call doesn't wait for it.
    #expect(try await fixture.run("stop").status == 0)
  }

  @Test func `a hook that hangs after a call delays nothing and holds no lock`() async throws {
    let fixture = try await WorkflowFixture.make(hangs: true)
    try fixture.install(
      WorkflowFixture.hook("timer.started", "after", Self.notifyStep, ["timeoutMs": 600_000])
    )
    #expect(try await fixture.run("start", "Work").status == 0)
    try await wait(for: "the notification") { fixture.notes.contains("Work") }
    #expect(try await fixture.run("stop").status == 0)
    #expect(try await fixture.run("log", "Other", "--duration", "1m").status == 0)
    let hooks = PluginFixture(fixture: fixture.fixture).processes(of: "hooks")
    #expect(hooks.count == 1)
    for process in hooks { kill(process, SIGKILL) }
    try await wait(for: "end") {
      PluginFixture(fixture: fixture.fixture).processes(of: "hooks").isEmpty
    }
    #expect(try await fixture.run("undo").status == 0)
    #expect(try await fixture.run("trace", "last").status == 2)
    let trace = try #require(try fixture.hookTraces().first)
    #expect(!trace.contains(#""ended""#))
  }

  @Test func `E21 hooks that trigger each other end`() async throws {
    let fixture = try await WorkflowFixture.make()
    for id in ["one", "two"] {
      try fixture.install(
        WorkflowFixture.hook("timer.started", "after", [Self.start], ["id": .string(id)])
      )
    }
    #expect(try await fixture.run("start", "First").status == 0)
    // Each of the two hooks runs twice: for the first timer, and for the timer that the other hook
    // started.
    try await ended(fixture, 4)
    try await wait(for: "end of the hooks") {
      PluginFixture(fixture: fixture.fixture).processes(of: "hooks").isEmpty
    }
    #expect(try fixture.hookTraces().count == 4)
    #expect(try fixture.fixture.records().count == 5)
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "StartTimer", ["tag": "Second"])
    #expect(try await rpcClient.reply(to: 1)["result"]?["status"] == "ok")
    #expect(try await rpcClient.finish().code == 0)
    #expect(try fixture.fixture.records().count == 10)
  }

  @Test func `a long-running process notices added and removed hooks`() async throws {
    let fixture = try await WorkflowFixture.make()
    let rpcClient = try fixture.rpcClient()
    _ = try await rpcClient.request(1, "StartTimer", ["tag": "A"])
    try fixture.install(WorkflowFixture.hook("timer.started", "after", Self.notifyStep))
    try rpcClient.sendRequest(2, "StartTimer", ["tag": "B"])
    try await wait(for: "the notification") { fixture.notes.contains("B") }
    try await fixture.fixture.shell("rm .config/minuta/intents/hook.json")
    try rpcClient.sendRequest(3, "StartTimer", ["tag": "C"])
    _ = try await rpcClient.finish()
    #expect(fixture.notes.split(separator: "\n").count == 1)
  }

  @Test func `a long-running process notices the edit of a hook that is a link`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(WorkflowFixture.hook("timer.started", "after", Self.notifyStep))
    try await fixture.fixture.shell(
      "mv .config/minuta/intents/hook.json hook.json; ln -s ~/hook.json .config/minuta/intents/"
    )
    let rpcClient = try fixture.rpcClient()
    try rpcClient.sendRequest(1, "StartTimer", ["tag": "A"])
    try await wait(for: "the notification") { fixture.notes.contains("A") }
    try await fixture.fixture.shell("echo '{}' >hook.json")
    try rpcClient.sendRequest(2, "StartTimer", ["tag": "B"])
    _ = try await rpcClient.finish()
    #expect(fixture.notes.split(separator: "\n").count == 1)
  }

  @Test func `a batch runs its hooks for each call`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(WorkflowFixture.hook("record.changed", "after", Self.notifyStep))
    let calls = (0..<20).map { #"{"intent":"LogTime","with":{"tag":"T\#($0)","duration":"1m"}}"# }
    let batch = "[\(calls.joined(separator: ","))]"
    #expect(try await fixture.run(["run", "-"], input: batch).status == 0)
    try await ended(fixture, 20)
    let names = fixture.notes.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(names.map(String.init) == (0..<20).map { "T\($0)" })
  }

  @Test func `hooks are listed, and an invalid one is named`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(WorkflowFixture.hook("timer.started", "after", Self.notifyStep))
    try fixture.fixture.home.write("{", to: ".config/minuta/intents/broken.json")
    let result = try await fixture.run("hooks")
    #expect(result.output == "  timer.started  after  hook  Flow\n")
    #expect(result.errors.contains(":1: invalid JSON: unexpected end of text."))
    let refused = try await fixture.run(
      "run",
      fixture.fixture.home.path + "/.config/minuta/intents/hook.json"
    )
    #expect(refused.status == 2)
    #expect(refused.errors.contains("It runs when the event 'timer.started' happens"))
  }

  @Test func `an unusable before-hook is named at every call that may trigger it`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(
      WorkflowFixture.hook("timer.started", "before", [["id": "a", "fail": "No."]])
    )
    try await fixture.fixture.shell("chmod g+w,o+w .config/minuta/intents/hook.json")
    let note =
      "A hook can't run: '\(fixture.fixture.home.path)/.config/minuta/intents/hook.json' isn't used"
    for _ in 0..<2 { #expect(try await fixture.run("start", "Work").output.contains(note)) }
    try await fixture.fixture.shell("chmod 600 .config/minuta/intents/hook.json")
    #expect(
      try await fixture.run("start", "Other").errors
        == "minuta: The hook 'hook' refused the call: No.\n"
    )
    // The hook refuses calls that start a timer, but undo must always work.
    #expect(try await fixture.run("undo").status == 0)
  }

  @Test func `an unknown event is refused`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(WorkflowFixture.hook("timer.strated", "before", Self.notifyStep))
    let errors = try await fixture.run("hooks").errors
    #expect(errors.contains("(did you mean 'timer.started'?)"), "\(errors)")
  }

  @Test func `an atomic batch names the call that a hook refuses`() async throws {
    let fixture = try await WorkflowFixture.make()
    try fixture.install(
      WorkflowFixture.hook("timer.started", "before", [["id": "a", "fail": "No."]])
    )
    let calls = #"[{"intent":"LogTime","with":{"duration":"1h"}},{"intent":"StartTimer"}]"#
    let result = try await fixture.run(["run", "-", "--atomic"], input: calls)
    #expect(
      result.output.contains(
        #"{"index":1,"pointer":"/1","outcome":{"status":"failed","dialog":"The hook 'hook' refused the call: No.""#
      )
    )
    #expect(try fixture.fixture.records().isEmpty)
  }

  @Test func `hooks run for the calls of a killed process`() async throws {
    let fixture = try await WorkflowFixture.make(hangs: true)
    try fixture.install(
      WorkflowFixture.hook(
        "record.changed",
        "after",
        [
          [
            "id": "a", "intent": "UpdateRecord",
            "with": ["record": ["$": "/event/after/id"], "comment": "seen"],
          ]
        ]
      )
    )
    try fixture.install(
      WorkflowFixture.flow(
        [
          ["id": "log", "intent": "LogTime", "with": ["tag": "Work", "duration": "1h"]],
          [
            "id": "hang", "intent": "Notify", "with": ["text": "now"],
            "onError": WorkflowFixture.late,
          ],
        ],
        ["id": "flow2"]
      )
    )
    let child = try fixture.start("run", "flow2")
    try await wait(for: "the notification") { fixture.notes.contains("now") }
    kill(child.id, SIGTERM)
    _ = try await child.finish(input: [])
    try await ended(fixture, 1)
    #expect(try fixture.fixture.records().compactMap { $0["comment"]?.string } == ["seen"])
  }
}
