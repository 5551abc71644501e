import Foundation
import JSONText
import MinutaDesktop
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func spoil() async throws {
    _ = try await fixture.run(
      "log",
      "Work",
      "--start",
      "2026-11-20 09:00",
      "--end",
      "2026-11-20 10:00"
    )
    try fixture.home.write("", to: "store/records/2026/11/2026-11-20_080000.json")
    try fixture.home.write("x", to: "store/records/2026/11/a\u{1B}[31m.txt")
  }

  @Test func `the doctor shows each problem with its repair`() async throws {
    try await spoil()
    let before = try fixture.content()
    let result = try await fixture.run("doctor")
    #expect(result.status == 1)
    #expect(
      result.output == """
        2 problems, of which 1 can be fixed.
          minuta doctor --repair
          'records/2026/11/2026-11-20_080000.json' is incomplete: it is empty.
            Repair: Restore the version of 'records/2026/11/2026-11-20_080000.json' that this machine wrote \
        last, and move the damaged file to the trash.
          'records/2026/11/a\\u{1b}[31m.txt' is neither a record nor an image of a \
        record. Move it out of the data folder.
          Settings, workflows, plugins and keys are valid.
          Completions and editor packages aren't installed; 'install' adds them.

        """
    )
    #expect(result.errors.isEmpty)
    let planned = try await fixture.run("doctor", "--repair", "--dry-run")
    #expect(
      planned.output.hasPrefix("Would repair 1 of 2 problems. Dry run: nothing was written.\n")
    )
    #expect(try fixture.content() == before)
  }

  @Test func `the exit code is 1 while problems remain`() async throws {
    #expect(try await fixture.run("doctor").status == 0)
    _ = try await fixture.run("log", "Work", "--start", "2026-11-20 09:00", "--duration", "1h")
    #expect(try await fixture.run("doctor").status == 0)
    let record = try #require(try fixture.content().keys.first { $0.contains("2026-11-20_") })
    let text = try fixture.home.text(of: "store/" + record)
    try fixture.home.write("", to: "store/" + record)
    for words in [["doctor"], ["doctor", "--json"], ["run", "Doctor"]] {
      #expect(try await fixture.run(words).status == 1)
    }
    let call = #"{"intent":"Doctor"}"#
    #expect(try await fixture.run(["run", "-"], input: call).status == 1)
    #expect(try await fixture.run("doctor", "--repair", "--dry-run").status == 0)
    #expect(try await fixture.run("doctor", "--repair").status == 0)
    #expect(try await fixture.run("doctor").status == 0)
    #expect(try fixture.home.text(of: "store/" + record) == text)
    try fixture.home.write("x", to: "store/records/2026/11/notes.txt")
    #expect(try await fixture.run("doctor", "--repair").status == 1)
    #expect(try await fixture.run("doctor").status == 1)
    let outcome = try await fixture.outcome(["doctor"])
    #expect(outcome["status"] == "ok")
  }

  @Test func `a finding without a repair is a note`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "2024-01-02 03:04")
    let result = try await fixture.run("doctor")
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix("No problems found. There is 1 note, which needs no repair.\n")
    )
    let value = try await fixture.outcome(["doctor"])["value"]
    #expect(value?["remaining"] == 0)
    #expect(value?["problems"]?.array?.map { $0["informational"] } == [true])
  }

  /// Command lines as aliases and schedules have them, and whether they can be parsed.
  private static let commandLines: [(words: [String], isValid: Bool)] = [
    (["list", "--patterns"], false), (["edit", "--editor"], false), (["list", "--limit"], true),
    (["summary", "--group-by", "store"], false), (["summary", "--group-by", "day"], true),
    (["delete", "--unlock"], false), (["week", "--patterns"], false), (["week", "last"], true),
    (["tag-rename", "--with", #"{"nam":"B"}"#], false), (["start", "Work", "+a"], true),
    (["sync", "--patterns"], false), (["sync", "take", "1"], true), (["menu", "-x"], false),
    (["run", "StopTimer", "--at", "late"], false), (["run", "StopTimer", "--at", "9:30"], true),
    (["run", "gone"], false), (["run", "DeleteRecord", "--with", #"{"unlock":true}"#], false),
    (["run", "calls.jsonl", "--resume"], true), (["run", "calls.jsonl", "--again"], false),
    (["invoice", "unlock", "--number", "1"], true),
    (["invoice", "unlock", "--output", "x"], false),
    (["--store", "other", "status"], true), (["status", "waybar", "--watch"], true),
  ]

  @Test func `each alias and schedule that can't be parsed is named`() async throws {
    var aliases: JSONObject = [:]
    for (index, line) in Self.commandLines.enumerated() {
      let quoted = line.words.map { "'\($0)'" }.joined(separator: " ")
      aliases["a\(index)"] = .string(quoted)
      let schedule = WorkflowSchedule(
        name: "s\(index)",
        calendar: "daily",
        command: ["/usr/bin/minuta"] + line.words
      )
      let unit = ".config/systemd/user/minuta-s\(index)"
      try fixture.home.write(schedule.timer, to: unit + ".timer")
      try fixture.home.write(schedule.service, to: unit + ".service")
    }
    let settings = JSONValue.object(["aliases": .object(aliases)]).text()
    try fixture.home.write(settings, to: ".config/minuta/settings.json")
    let problems = try await fixture.outcome(["doctor"])["value"]?["problems"]?.array ?? []
    let messages = problems.compactMap { $0["message"]?.string }
    for (index, line) in Self.commandLines.enumerated() {
      for name in ["alias 'a\(index)'", "schedule 's\(index)'"] {
        let isNamed = messages.contains { $0.contains("The \(name)") }
        #expect(isNamed == !line.isValid, "\(name): \(line.words) in \(messages)")
      }
    }
  }

  @Test func `workflows, hooks, plugins and the key map are examined`() async throws {
    let step = #"[{"id":"a","intent":"StartTimr"}]"#
    let files = [
      "intents/flow.json": #"{"minuta":1,"id":"flow","title":"F","steps":\#(step)}"#,
      "intents/hook.json":
        #"{"minuta":1,"id":"hook","title":"H","hook":{"event":"timer.started"},"steps":\#(step)}"#,
      "plugins/echo.json": #"{"minuta":1}"#,
      "keymap.json":
        #"{"minuta":1,"keys":{"go":{"press":"LOGO+x","call":{"intent":"StartTimr"}}}}"#,
    ]
    for (name, text) in files {
      let path = try fixture.home.write(text, to: ".config/minuta/" + name)
      chmod(path, 0o600)
    }
    let result = try await fixture.run("doctor")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("4 problems to fix by hand.\n"))
    for name in files.keys {
      let lines = result.output.split(separator: "\n").filter { $0.contains("/minuta/" + name) }
      #expect(lines.count == 1)
    }
    #expect(
      result.output.contains("keymap.json:1: key 'go': Unknown intent 'StartTimr' (did you ")
    )
    let rpcClient = try RPCTestClient(
      TestPrograms.minuta,
      ["rpc"],
      environment: fixture.environment
    )
    #expect(try await rpcClient.request(1, "Doctor", [:])["result"]?["value"]?["remaining"] == 4)
    _ = try await rpcClient.finish()
    try fixture.home.write(#"{"wekStart":"monday"}"#, to: ".config/minuta/settings.json")
    let settings = try await fixture.run("doctor")
    #expect(settings.errors.contains(#"settings.json:1: unknown key "wekStart""#))
    #expect(settings.status == 2)
  }
}
