import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests fzf in a terminal of tmux.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TerminalPickerTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Runs a command in a terminal, answers its questions, and returns its exit code and output.
  private func run(
    _ command: String,
    path: String = "/usr/bin:/bin",
    _ answer: (TmuxSession) async throws -> Void
  ) async throws -> (status: String, output: String) {
    let program = "env PATH=\(path) '\(TestPrograms.minuta)' \(command)"
    let script = "\(program); echo status=$? > \"$HOME/status\"; cat"
    let screen = try await TmuxSession.run(
      script,
      in: fixture.home,
      environment: fixture.environment
    ) { terminal in
      try await answer(terminal)
      try await wait(for: "end") { try fixture.home.content().keys.contains("status") }
      return try await terminal.screen()
    }
    let status = try fixture.home.text(of: "status")
    try FileManager.default.removeItem(atPath: fixture.home.path + "/status")
    return (status, screen)
  }

  @Test(.requires("fzf", "tmux")) func `a row of fzf is chosen, and a new name typed`() async throws
  {
    _ = try await fixture.run("log", "Work", "45m")
    _ = try await fixture.run("log", "Email", "30m")
    let first = try await run("menu start") { terminal in
      try await terminal.wait(for: "Tag:")
      try await terminal.wait(for: "Work")
      try await terminal.press("Down", "Enter")
    }
    #expect(first.status == "status=0\n")
    #expect(first.output.contains("Started 'Work' at "), "\(first)")
    let second = try await run("menu switch") { terminal in
      try await terminal.wait(for: "Work")
      try await terminal.type("Wor")
      try await terminal.wait(for: "Tag: Wor")
      try await terminal.press("M-Enter")
    }
    #expect(second.output.contains("started 'Wor' (new tag"), "\(second)")
    let third = try await run("menu log") { terminal in
      try await terminal.wait(for: "Wor")
      try await terminal.type("R&D; $(id)")
      try await terminal.wait(for: "Tag: R&D; $(id)")
      try await terminal.press("Enter")
      try await terminal.wait(for: "Duration:")
      try await terminal.wait(for: "15m")
      try await terminal.type("20m")
      try await terminal.wait(for: "Duration: 20m")
      try await terminal.press("Enter")
    }
    #expect(third.output.contains("Logged 20m on 'R&D; $(id)' (new tag)"), "\(third)")
  }

  @Test(.requires("fzf", "tmux"))
  func `a typed name of a tag starts it, and no recent tag that contains it`() async throws {
    for (tag, end) in [("Work", "-3h"), ("Homework", "-2h"), ("Workshop", "-1h")] {
      _ = try await fixture.run("log", tag, "30m", "--end", end)
    }
    let result = try await run("menu start") { terminal in
      try await terminal.wait(for: "Homework")
      try await terminal.type("work")
      try await terminal.wait(for: "Tag: work")
      try await terminal.press("Enter")
    }
    #expect(result.output.contains("Started 'Work' at "), "\(result)")
  }

  @Test(.requires("fzf", "tmux"), arguments: ["Escape", "C-c"])
  func `closing fzf changes nothing`(key: String) async throws {
    _ = try await fixture.run("log", "Work", "30m")
    let before = try fixture.content()
    let result = try await run("menu") { terminal in
      try await terminal.wait(for: "Start…")
      try await terminal.press(key)
    }
    #expect(result.status == "status=3\n")
    #expect(try fixture.content() == before)
  }

  @Test(.requires("fzf", "tmux")) func `each hostile name can be chosen in fzf`() async throws {
    for name in HostileNames.all {
      let json: JSONValue = ["intent": "CreateTag", "with": ["tag": .string(name)]]
      _ = try await fixture.run(["run", "-"], input: json.text())
    }
    let tags = try await fixture.outcome(["tags"])["value"]?["tags"]?.array ?? []
    for (index, tag) in tags.enumerated() {
      let result = try await run("menu start") { terminal in
        try await terminal.wait(for: "\(tags.count)/\(tags.count)")
        for _ in 0..<index { try await terminal.press("Down") }
        try await terminal.press("Enter")
      }
      #expect(result.status == "status=0\n", "\(result)")
      let running = try fixture.records().filter { $0["endTime"] == nil }
      #expect(running.map { $0["tagId"] } == [tag["id"]], "\(result)")
      _ = try await fixture.run("undo")
    }
  }

  @Test(.requires("tmux")) func `without a picker, the answer says what to install`() async throws {
    let before = try fixture.content()
    let refused = try await run("menu start", path: "/nowhere") { _ in }
    #expect(refused.status == "status=2\n")
    #expect(refused.output.contains("There is no program to choose with here."), "\(refused)")
    #expect(try fixture.content() == before)
  }
}
