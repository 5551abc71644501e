import Foundation
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorCommandTests {
  private let bench: MinutaBench

  init() throws {
    bench = try MinutaBench()
  }

  private func spoil() async throws {
    _ = try await bench.run(
      "log",
      "Work",
      "--start",
      "2026-11-20 09:00",
      "--end",
      "2026-11-20 10:00"
    )
    try bench.home.write("", to: "store/records/2026/11/2026-11-20_080000.json")
    try bench.home.write("x", to: "store/records/2026/11/a\u{1B}[31m.txt")
  }

  @Test func `the doctor shows a block for each problem, and what is done about it`() async throws {
    try await spoil()
    let before = try bench.content()
    let result = try await bench.run("doctor")
    #expect(result.status == 1)
    #expect(
      result.output == """
        2 problems, 1 of which `minuta doctor --repair` mends.
          'records/2026/11/2026-11-20_080000.json' is not whole: it is empty.
            Repair: Put back what this machine wrote there last; the bad file goes to the trash.
          'records/2026/11/a\\u{1b}[31m.txt' is neither a record nor an image of one. It is left \
        alone; move it away if nobody needs it.

        """
    )
    #expect(result.errors.isEmpty)
    let planned = try await bench.run("doctor", "--repair", "--dry-run")
    #expect(
      planned.output.hasPrefix("Would repair 1 of 2 problems. Dry run: nothing was written.\n")
    )
    #expect(try bench.content() == before)
  }

  @Test func `a repair is undone by minuta undo`() async throws {
    try await spoil()
    let before = try bench.content().filter { !$0.key.contains(".minuta.") }
    let repaired = try await bench.outcome(["doctor", "--repair"])
    #expect(repaired["status"] == "ok")
    #expect(repaired["value"]?["repaired"] == 1)
    #expect(repaired["value"]?["remaining"] == 1)
    #expect(try bench.records().first?["startTime"] == "2026-11-20T08:00:00Z")
    let history = try await bench.run("history")
    #expect(history.output.contains("doctor  'records/2026/11/2026-11-20_080000.json'"))
    #expect(try await bench.run("undo").status == 0)
    #expect(try bench.content().filter { !$0.key.contains(".minuta.") } == before)
  }

  @Test func `a repair that was undone can be made again`() async throws {
    try await spoil()
    #expect(try await bench.outcome(["doctor", "--repair"])["value"]?["repaired"] == 1)
    let records = try bench.records()
    #expect(try await bench.run("undo").status == 0)
    #expect(try await bench.outcome(["doctor", "--repair"])["value"]?["repaired"] == 1)
    #expect(try bench.records() == records)
  }

  @Test func `the exit code is 1 while something is left to do`() async throws {
    #expect(try await bench.run("doctor").status == 0)
    _ = try await bench.run("log", "Work", "--start", "2026-11-20 09:00", "--duration", "1h")
    #expect(try await bench.run("doctor").status == 0)
    let record = try #require(try bench.content().keys.first { $0.contains("2026-11-20_") })
    let text = try bench.home.text(of: "store/" + record)
    try bench.home.write("", to: "store/" + record)
    for words in [["doctor"], ["doctor", "--json"], ["run", "Doctor"]] {
      #expect(try await bench.run(words).status == 1)
    }
    let call = #"{"intent":"Doctor"}"#
    #expect(try await bench.run(["run", "-"], input: call).status == 1)
    #expect(try await bench.run("doctor", "--repair", "--dry-run").status == 0)
    #expect(try await bench.run("doctor", "--repair").status == 0)
    #expect(try await bench.run("doctor").status == 0)
    #expect(try bench.home.text(of: "store/" + record) == text)
    try bench.home.write("x", to: "store/records/2026/11/notes.txt")
    #expect(try await bench.run("doctor", "--repair").status == 1)
    #expect(try await bench.run("doctor").status == 1)
    let outcome = try await bench.outcome(["doctor"])
    #expect(outcome["status"] == "ok")
  }

  @Test func `what needs no repair is a note, and no problem`() async throws {
    _ = try await bench.run("start", "Work", "--at", "2024-01-02 03:04")
    let result = try await bench.run("doctor")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("No problem was found. 1 note needs no repair.\n"))
    let value = try await bench.outcome(["doctor"])["value"]
    #expect(value?["remaining"] == 0)
    #expect(value?["problems"]?.array?.map { $0["informational"] } == [true])
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
      let path = try bench.home.write(text, to: ".config/minuta/" + name)
      chmod(path, 0o600)
    }
    let result = try await bench.run("doctor")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("4 problems, to be seen to by hand.\n"))
    for name in files.keys {
      let lines = result.output.split(separator: "\n").filter { $0.contains("/minuta/" + name) }
      #expect(lines.count == 1)
    }
    #expect(
      result.output.contains("keymap.json:1: key 'go': There is no intent 'StartTimr' (did you ")
    )
    let talk = try Talk(Programs.minuta, ["rpc"], environment: bench.environment)
    try talk.ask(1, "Doctor", [:])
    #expect(try await talk.reply(to: 1)["result"]?["value"]?["remaining"] == 4)
    _ = try await talk.finish()
    try bench.home.write(#"{"wekStart":"monday"}"#, to: ".config/minuta/settings.json")
    let settings = try await bench.run("doctor")
    #expect(settings.errors.contains(#"settings.json:1: unknown key "wekStart""#))
    #expect(settings.status == 2)
  }
}
