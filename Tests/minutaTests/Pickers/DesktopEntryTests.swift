import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the desktop entry that `minuta install` writes, and its commands.
@Suite(.timeLimit(.minutes(10))) struct DesktopEntryTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private var log: String {
    (try? fixture.home.text(of: ".local/state/minuta/minuta.log")) ?? ""
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

  @Test func `the desktop entry has the menu and the workflows as actions`() async throws {
    try fixture.home.write(
      #"""
      {"minuta": 1, "id": "end_of", "title": "End; \\ %f\n$(id)",
        "steps": [{"id": "s", "intent": "StopTimer"}]}
      """#,
      to: ".config/minuta/intents/end_of.json"
    )
    _ = try await fixture.run("install")
    let entry = try fixture.home.text(of: ".local/share/applications/minuta.desktop")
    let program = fixture.home.path + "/.local/bin/minuta"
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
}
