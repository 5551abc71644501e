import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests fzf and numbered rows in a terminal of tmux.
@Suite(.serialized, .timeLimit(.minutes(10))) struct TerminalPickerTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private func tmux(_ words: String...) async throws -> String {
    let result = try await TestPrograms.run(
      "/usr/bin/env",
      ["tmux", "-S", fixture.home.path + "/tmux", "-f", "/dev/null"] + words,
      environment: fixture.environment.merging(["TERM": "xterm-256color"]) { $1 }
    )
    try #require(result.status == 0, "\(result)")
    return result.output
  }

  private func waitForScreen(_ text: String) async throws {
    try await wait(for: text) { try await tmux("capture-pane", "-p").contains(text) }
  }

  /// Runs a command in a terminal, answers its questions, and returns its exit code and output.
  private func run(
    _ command: String,
    path: String = "/usr/bin:/bin",
    _ answer: () async throws -> Void
  ) async throws -> (status: String, output: String) {
    let program = "env PATH=\(path) '\(TestPrograms.minuta)' \(command)"
    let script = "\(program); echo status=$? > \"$HOME/status\"; cat"
    _ = try await tmux("new-session", "-d", "-x", "80", "-y", "24", script)
    do {
      try await answer()
      try await wait(for: "end") { try fixture.home.content().keys.contains("status") }
    } catch {
      let screen = try await tmux("capture-pane", "-p")
      _ = try await tmux("kill-server")
      throw WaitTimeoutError(description: "\(error)\n\(screen)")
    }
    let screen = try await tmux("capture-pane", "-p")
    _ = try await tmux("kill-server")
    let status = try fixture.home.text(of: "status")
    try FileManager.default.removeItem(atPath: fixture.home.path + "/status")
    return (status, screen)
  }

  @Test(.requires("fzf", "tmux")) func `a row of fzf is chosen, and a new name typed`() async throws
  {
    _ = try await fixture.run("log", "Work", "30m")
    _ = try await fixture.run("log", "Email", "30m")
    let first = try await run("menu start") {
      try await waitForScreen("Tag:")
      try await waitForScreen("Work")
      _ = try await tmux("send-keys", "Down", "Enter")
    }
    #expect(first.status == "status=0\n")
    #expect(first.output.contains("Started 'Work' at "), "\(first)")
    let second = try await run("menu switch") {
      try await waitForScreen("Work")
      _ = try await tmux("send-keys", "-l", "Wor")
      try await waitForScreen("Tag: Wor")
      _ = try await tmux("send-keys", "M-Enter")
    }
    #expect(second.output.contains("started 'Wor' (new tag)"), "\(second)")
    let third = try await run("menu log") {
      try await waitForScreen("Wor")
      _ = try await tmux("send-keys", "-l", "R&D; $(id)")
      try await waitForScreen("Tag: R&D; $(id)")
      _ = try await tmux("send-keys", "Enter")
      try await waitForScreen("Duration:")
      try await waitForScreen("15m")
      _ = try await tmux("send-keys", "-l", "20m")
      try await waitForScreen("Duration: 20m")
      _ = try await tmux("send-keys", "Enter")
    }
    #expect(third.output.contains("Logged 20m on 'R&D; $(id)' (new tag)"), "\(third)")
  }

  @Test(.requires("fzf", "tmux"), arguments: ["Escape", "C-c"])
  func `closing fzf changes nothing`(key: String) async throws {
    _ = try await fixture.run("log", "Work", "30m")
    let before = try fixture.content()
    let result = try await run("menu") {
      try await waitForScreen("Start…")
      _ = try await tmux("send-keys", key)
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
      let result = try await run("menu start") {
        try await waitForScreen("\(tags.count)/\(tags.count)")
        for _ in 0..<index { _ = try await tmux("send-keys", "Down") }
        _ = try await tmux("send-keys", "Enter")
      }
      #expect(result.status == "status=0\n", "\(result)")
      let running = try fixture.records().filter { $0["endTime"] == nil }
      #expect(running.map { $0["tagId"] } == [tag["id"]], "\(result)")
      _ = try await fixture.run("undo")
    }
  }

  @Test(.requires("tmux")) func `without a picker, rows are numbered`() async throws {
    _ = try await fixture.run("log", "Work", "30m", "--end", "-1h")
    _ = try await fixture.run("log", "Email", "30m")
    let chosen = try await run("menu start", path: "/nowhere") {
      try await waitForScreen("Enter a number from 1 to 2, a new text, or nothing to cancel:")
      _ = try await tmux("send-keys", "2", "Enter")
    }
    #expect(chosen.output.contains("  1  Email\n  2  Work\n"), "\(chosen)")
    #expect(chosen.output.contains("Started 'Work' at "), "\(chosen)")
    let typed = try await run("menu switch", path: "/nowhere") {
      try await waitForScreen("nothing to cancel:")
      _ = try await tmux("send-keys", "-l", "Garden")
      _ = try await tmux("send-keys", "Enter")
    }
    #expect(typed.output.contains("started 'Garden' (new tag)"), "\(typed)")
    let before = try fixture.content()
    let cancelled = try await run("menu", path: "/nowhere") {
      try await waitForScreen("nothing to cancel:")
      _ = try await tmux("send-keys", "99", "Enter")
      _ = try await tmux("send-keys", "Enter")
    }
    #expect(cancelled.status == "status=3\n")
    #expect(try fixture.content() == before)
  }
}
