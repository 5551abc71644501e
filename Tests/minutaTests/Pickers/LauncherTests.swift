import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta launcher` without a launcher.
@Suite(.timeLimit(.minutes(10))) struct LauncherTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// A row of a mode of rofi, and the text that rofi returns if it is chosen.
  private struct Row {
    let text: String
    let info: String
  }

  /// Runs the mode as rofi does.
  ///
  /// - Parameter state: The value of `ROFI_RETV`: 0 at first, 1 after a row, 2 after a typed text.
  private func rofi(
    _ state: Int,
    _ words: [String] = [],
    info: String? = nil
  ) async throws -> (options: [String: String], rows: [Row]) {
    var environment = ["ROFI_RETV": "\(state)"]
    environment["ROFI_INFO"] = info
    let result = try await fixture.run(["launcher", "rofi"] + words, environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    var options: [String: String] = [:]
    var rows: [Row] = []
    for line in result.output.split(separator: "\n") {
      let parts = line.split(separator: "\0", omittingEmptySubsequences: false)
      try #require(parts.count == 2)
      let values = parts[1].split(separator: "\u{1F}", omittingEmptySubsequences: false)
      try #require(values.count == 2)
      if parts[0].isEmpty {
        options[String(values[0])] = String(values[1])
      } else {
        #expect(values[0] == "info")
        rows.append(Row(text: String(parts[0]), info: String(values[1])))
      }
    }
    return (options, rows)
  }

  /// Chooses the row with a text.
  private func choose(
    _ text: String,
    among rows: [Row]
  ) async throws -> (options: [String: String], rows: [Row]) {
    let row = try #require(rows.first { $0.text == text })
    return try await rofi(1, [row.text], info: row.info)
  }

  private var log: String {
    (try? fixture.home.text(of: ".local/state/minuta/minuta.log")) ?? ""
  }

  @Test func `rofi shows the menu, workflows and intents, and then what a call needs`() async throws
  {
    _ = try await fixture.run("log", "Work", "30m")
    try fixture.home.write(
      PackageDirectory.text(of: "Examples/workflows/pomodoro.json"),
      to: ".config/minuta/intents/pomodoro.json"
    )
    let first = try await rofi(0)
    #expect(first.options == ["prompt": "Minuta", "no-custom": "true"])
    let texts = first.rows.map(\.text)
    #expect(texts.prefix(3) == ["Start 'Work'", "Start…", "Resume…"])
    #expect(texts.contains("Pomodoro") && texts.contains("Archive Tag"))
    let second = try await choose("Log…", among: first.rows)
    #expect(second.options == ["prompt": "Tag", "no-custom": "false"])
    #expect(second.rows.map(\.text) == ["Work"])
    let third = try await rofi(2, ["-new; $(id)"])
    #expect(third.options["prompt"] == "Duration")
    let last = try await choose("45m", among: third.rows)
    #expect(last.rows.isEmpty && last.options.isEmpty)
    #expect(log.contains("Logged 45m on '-new; $(id)' (new tag)"))
    #expect(try fixture.records().count == 2)
  }

  @Test func `other keys of rofi, and a text after the menu was opened anew, start nothing`()
    async throws
  {
    _ = try await fixture.run("log", "Work", "30m")
    let before = try fixture.content()
    let first = try await rofi(0)
    for state in [3, 10] {
      _ = try await choose("Start…", among: first.rows)
      let info = #"{"call": {"intent": "Undo"}, "ask": []}"#
      #expect(try await rofi(state, ["Undo 'log': x"], info: info).rows.isEmpty)
    }
    _ = try await choose("Start…", among: first.rows)
    #expect(try await rofi(0).rows.isEmpty == false)
    #expect(try await rofi(2, ["typed"]).rows.isEmpty)
    #expect(try fixture.content() == before)
  }

  @Test func `a menu that asks nothing needs no picker, and shows the outcome`() async throws {
    _ = try await fixture.run("start", "Work")
    let path = ["PATH": "/nowhere"]
    #expect(try await fixture.run(["menu", "status"], environment: path).status == 0)
    #expect(log.contains("Running: 'Work'"), "\(log)")
    #expect(try await fixture.run(["menu", "stop"], environment: path).status == 0)
    #expect(log.contains("Stopped 'Work'"), "\(log)")
    #expect(try await fixture.run(["menu", "start"], environment: path).status == 2)
  }

  @Test func `rofi asks for a confirmation`() async throws {
    for _ in 0..<2 { _ = try await fixture.run("log", "Work", "30m") }
    let tags = try await choose("Delete Tag", among: rofi(0).rows)
    let before = try fixture.content()
    let question = try await choose("Work", among: tags.rows)
    #expect(question.rows.map(\.text) == ["Yes"])
    #expect(try fixture.content() == before)
    #expect(try await choose("Yes", among: question.rows).rows.isEmpty)
    #expect(log.contains("Deleted"))
  }

  @Test func `a hostile name is one row, and the call has it as it is`() async throws {
    for name in HostileNames.all {
      let json: JSONValue = ["intent": "CreateTag", "with": ["tag": .string(name)]]
      _ = try await fixture.run(["run", "-"], input: json.text())
    }
    let listed = try await fixture.outcome(["tags"])["value"]?["tags"]?.array ?? []
    let tags = try await choose("Start Timer", among: rofi(0).rows)
    #expect(tags.rows.count == HostileNames.all.count)
    for (tag, row) in zip(listed, tags.rows) {
      let rest = try await rofi(1, [row.text], info: row.info)
      #expect(rest.rows.isEmpty)
      let running = try fixture.records().filter { $0["endTime"] == nil }
      #expect(running.map { $0["tagId"] } == [tag["id"]], "\(row.text)")
      _ = try await fixture.run("undo")
    }
  }

  @Test(arguments: [
    (1, "x", "{}"), (1, "x", "{\"list\": \"none\"}"), (2, "typed", nil), (3, "x", nil),
  ])
  func `an answer without a question changes nothing`(
    state: Int,
    text: String,
    info: String?
  ) async throws {
    let page = try await rofi(state, [text], info: info)
    #expect(page.rows.isEmpty && page.options.isEmpty)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `a failed call of a launcher is shown`() async throws {
    let info = #"{"call": {"intent": "StopTimer", "with": {"tag": "Nothing"}}, "ask": []}"#
    #expect(try await rofi(1, ["x"], info: info).rows.isEmpty)
    #expect(log.contains(" error app: Key pressed (outcome=") && log.contains("Nothing"))
  }

  @Test func `the desktop entry has the menu and the workflows as actions`() async throws {
    try fixture.home.write(
      #"""
      {"minuta": 1, "id": "end_of", "title": "End; \\ %f\n$(id)",
        "steps": [{"id": "s", "intent": "StopTimer"}]}
      """#,
      to: ".config/minuta/intents/end_of.json"
    )
    let printed = try await fixture.run("launcher", "desktop").output
    _ = try await fixture.run("install")
    let entry = try fixture.home.text(of: ".local/share/applications/minuta.desktop")
    let program = fixture.home.path + "/.local/bin/minuta"
    #expect(entry == printed.replacing(TestPrograms.minuta, with: program))
    #expect(
      entry.contains("\nActions=status;menu;start;switch;stop;resume;log;undo;workflow-end-of;\n")
    )
    #expect(entry.contains("\nExec=\"\(program)\" key :left\nActions="))
    #expect(entry.contains("\n[Desktop Action status]\nName=Show what is running\n"))
    #expect(entry.contains("\nExec=\"\(program)\" menu status\n"))
    #expect(
      entry.hasSuffix(
        "[Desktop Action workflow-end-of]\nName=End; \\\\ %f $(id)\n"
          + "Exec=\"\(program)\" menu end_of\n"
      )
    )
  }

  @Test(arguments: [["key", ":left"], ["menu", "status"]])
  func `the commands of the desktop entry show an error`(words: [String]) async throws {
    try fixture.home.write("{", to: ".config/minuta/settings.json")
    #expect(try await fixture.run(words, environment: [:]).status == 2)
    #expect(log.contains(" error app: Key pressed (outcome=") && log.contains("settings.json:1:"))
  }

  @Test(.requires("desktop-file-validate")) func `the desktop entry is valid`() async throws {
    _ = try await fixture.run("install")
    let result = try await TestPrograms.run(
      try #require(TestPrograms.installed("desktop-file-validate")),
      [fixture.home.path + "/.local/share/applications/minuta.desktop"]
    )
    #expect(result.status == 0 && result.output.isEmpty, "\(result)")
  }

  @Test func `outside of rofi, the command says how to add the mode`() async throws {
    let result = try await fixture.run("launcher", "rofi")
    #expect(
      result.output.contains("-modi 'minuta:\(TestPrograms.minuta) launcher rofi' -show minuta")
    )
    #expect(try await fixture.run("launcher", "dmneu").status == 2)
    #expect(try await fixture.run("launcher").status == 2)
  }
}
