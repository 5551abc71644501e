import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the workflows in `Examples`, in a dry run and for real, from the sources that they are
/// made for.
@Suite(.timeLimit(.minutes(5))) struct ExampleWorkflowTests {
  enum CallSource: CaseIterable, Sendable {
    case file, rpc, key
  }

  /// Runs an example workflow in a dry run and then for real, and returns the real outcome.
  private func outcome(
    of id: String,
    with values: JSONObject,
    by source: CallSource,
    _ fixture: WorkflowFixture
  ) async throws -> JSONValue {
    let before = try fixture.fixture.content()
    let dry = try await ask(id, values, by: source, isDry: true, fixture)
    #expect(dry["status"] == "planned", "\(dry)")
    #expect(try fixture.fixture.content() == before)
    return try await ask(id, values, by: source, isDry: false, fixture)
  }

  private func ask(
    _ id: String,
    _ values: JSONObject,
    by source: CallSource,
    isDry: Bool,
    _ fixture: WorkflowFixture
  ) async throws -> JSONValue {
    let flags = isDry ? ["--dry-run", "--json"] : ["--json"]
    switch source {
    case .file:
      let file = "\(PackageDirectory.path)/Examples/workflows/\(id).json"
      let words = ["run", file, "--with", JSONValue.object(values).text()] + flags
      return try JSONValue(parsing: try await fixture.run(words).output)
    case .key:
      try fixture.install(example: id)
      let call: JSONValue = ["intent": .string(id), "with": .object(values)]
      let map: JSONValue = [
        "minuta": 1, "debounceMs": 0, "keys": ["go": ["press": "LOGO+x", "call": call]],
      ]
      try fixture.fixture.home.write(map.text(), to: ".config/minuta/keymap.json")
      return try JSONValue(parsing: try await fixture.run(["key", "go"] + flags).output)
    case .rpc:
      try fixture.install(example: id)
      let rpcClient = try fixture.rpcClient()
      try rpcClient.sendRequest(
        1,
        "minuta/run",
        ["intent": .string(id), "with": .object(values), "dryRun": .bool(isDry)]
      )
      let reply = try await rpcClient.reply(to: 1)
      #expect(try await rpcClient.finish().code == 0)
      return reply["result"] ?? reply
    }
  }

  @Test func `every example has a test`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Examples/workflows"
    )
    let known = [
      "end_of_day", "friday_report", "log_calendar", "no_archived_client", "nothing_running",
      "pomodoro", "retag_last_month", "still_working", "sync_changes", "sync_often",
      "weekly_summary",
    ]
    #expect(files.sorted() == known.map { "\($0).json" })
  }

  @Test(arguments: CallSource.allCases)
  func `the end-of-day example stops, sums up and notifies`(_ source: CallSource) async throws {
    let fixture = try await WorkflowFixture.make()
    _ = try await fixture.run("start", "R&D")
    let outcome = try await outcome(of: "end_of_day", with: [:], by: source, fixture)
    #expect(outcome["value"]?["stopped"]?.array?.count == 1)
    #expect(outcome["dialog"]?.string?.hasPrefix("Today") == true)
    #expect(
      fixture.notes.hasPrefix("--app-name=Minuta --print-id --urgency=normal -- End of day Today")
    )
    #expect(try fixture.fixture.records().allSatisfy { $0["endTime"] != nil })
    let undone = try await fixture.run("undo").output
    #expect(undone.hasPrefix("Undid 'stop'") && undone.contains(": 'R&D'"))
  }

  @Test(arguments: CallSource.allCases)
  func `the reminders notify only if no timer runs, or one still runs`(
    _ source: CallSource
  ) async throws {
    let fixture = try await WorkflowFixture.make()
    let remind = try await outcome(of: "nothing_running", with: [:], by: source, fixture)
    let silent = try await outcome(of: "still_working", with: [:], by: source, fixture)
    #expect(remind["status"] == "ok" && silent["value"]?["running"] == [])
    #expect(
      fixture.notes == "--app-name=Minuta --print-id --urgency=normal -- Nothing is running "
        + "No timer is running. Today 0s.\n"
    )
    _ = try await fixture.run("start", "R&D")
    _ = try await outcome(of: "nothing_running", with: [:], by: source, fixture)
    let asked = try await outcome(of: "still_working", with: [:], by: source, fixture)
    #expect(asked["value"]?["running"]?.array?.count == 1)
    let lines = fixture.notes.split(separator: "\n")
    #expect(
      lines.count == 2 && lines.last?.contains("Still working? Running: ") == true,
      "\(lines)"
    )
    #expect(try fixture.fixture.records().allSatisfy { $0["endTime"] == nil })
  }

  @Test(arguments: CallSource.allCases)
  func `the weekly summary is written to a file`(_ source: CallSource) async throws {
    let fixture = try await WorkflowFixture.make()
    _ = try await fixture.run("log", "Work", "--start", "2026-11-10 09:00", "--duration", "2h")
    let file = fixture.fixture.home.path + "/week.json"
    let outcome = try await outcome(
      of: "weekly_summary",
      with: ["file": .string(file), "week": "2026-W46"],
      by: source,
      fixture
    )
    #expect(outcome["value"] == ["file": .string(file), "totalSeconds": 7200])
    let written = try JSONValue(parsing: fixture.fixture.home.text(of: "week.json"))
    #expect(written["totalSeconds"] == 7200)
    #expect(written["groups"]?.array?[0]["groups"]?.array?[0]["key"] == "2026-11-10")
  }

  @Test(arguments: CallSource.allCases)
  func `Friday's report is written to a file`(_ source: CallSource) async throws {
    let fixture = try await WorkflowFixture.make()
    _ = try await fixture.run("log", "Work", "--start", "2026-11-10 09:00", "--duration", "2h")
    let file = fixture.fixture.home.path + "/week.svg"
    let outcome = try await outcome(
      of: "friday_report",
      with: ["file": .string(file), "week": "2026-W46"],
      by: source,
      fixture
    )
    #expect(outcome["value"] == ["file": .string(file), "totalSeconds": 7200])
    #expect(try fixture.fixture.home.text(of: "week.svg").contains(">Weekly report<"))
  }

  @Test(arguments: CallSource.allCases)
  func `each event of a calendar is logged once`(_ source: CallSource) async throws {
    let fixture = try await WorkflowFixture.make()
    let events: JSONValue = [
      [
        "uid": "1", "title": "$5 {{x}}", "start": "2026-11-10T09:00:00Z",
        "end": "2026-11-10T10:00:00Z",
      ],
      ["uid": "2", "title": "bad", "start": "2026-11-10T09:00:00Z", "end": "2026-11-10T08:00:00Z"],
      [
        "uid": "3", "title": "c", "start": "2026-11-11T09:00:00Z", "end": "2026-11-11T10:00:00Z",
        "tag": "Client",
      ],
    ]
    for _ in 0..<2 {
      let outcome = try await outcome(
        of: "log_calendar",
        with: ["events": events],
        by: source,
        fixture
      )
      #expect(outcome["value"]?["failed"] == [1], "\(outcome)")
      let logged = outcome["value"]?["logged"]?.array
      #expect(logged?[0]["record"]?["comment"] == "$5 {{x}}")
      #expect(logged?[2]["record"]?["tag"]?["name"] == "Client")
      // Key presses within a second of the first are ignored, so this source runs the workflow only
      // once.
      if source == .key { break }
    }
    #expect(try fixture.fixture.records().count == 2)
  }

  @Test(arguments: CallSource.allCases)
  func `retagging a month is undone as one`(_ source: CallSource) async throws {
    let fixture = try await WorkflowFixture.make()
    for day in 10...12 {
      _ = try await fixture.run("log", "Old", "--start", "2026-11-\(day) 09:00", "--duration", "1h")
    }
    let before = try fixture.fixture.records()
    let outcome = try await outcome(
      of: "retag_last_month",
      with: ["from": "Old", "to": "New", "month": "2026-11"],
      by: source,
      fixture
    )
    #expect(outcome["value"]?["seconds"] == 10_800)
    let tags = try await fixture.outcome("records", "2026-11", "--tag", "New")
    #expect(tags["value"]?["records"]?.array?.count == 3)
    #expect(try await fixture.run("undo").output.hasPrefix("Undid "))
    #expect(try fixture.fixture.records() == before)
  }

  @Test func `a pomodoro starts without the plugin, and waits with it`()
    async throws
  {
    let fixture = try await WorkflowFixture.make()
    let alone = try await outcome(of: "pomodoro", with: ["tag": "Focus"], by: .rpc, fixture)
    #expect(alone["status"] == "ok", "\(alone)")
    #expect(try fixture.fixture.records()[0]["endTime"] == nil)
    _ = try await fixture.run("stop")
    let added = try await fixture.run(
      "plugin",
      "add",
      "pomodoro",
      "--allow-all",
      "--trust-hints",
      "--",
      TestPrograms.built("Pomodoro")
    )
    #expect(added.status == 0, "\(added.errors)")
    let waited = try await ask(
      "pomodoro",
      ["tag": "Focus", "seconds": 1],
      by: .file,
      isDry: false,
      fixture
    )
    #expect(waited["status"] == "ok", "\(waited)")
    #expect(try fixture.fixture.records().allSatisfy { $0["endTime"] != nil })
    let child = try fixture.start("run", "pomodoro", "--tag", "Deep")
    try await wait(for: "the round") { fixture.notes.contains("Deep") }
    kill(child.id, SIGINT)
    #expect(try await child.finish(input: []).status == -SIGINT)
    #expect(try fixture.fixture.records().allSatisfy { $0["endTime"] != nil })
  }
}
