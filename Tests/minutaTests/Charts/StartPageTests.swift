import MinutaTestSupport
import Testing

/// Tests `minuta` without a command.
@Suite(.timeLimit(.minutes(10))) struct StartPageTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `a new user sees the first commands`() async throws {
    let page = try await fixture.run()
    #expect(page.status == 0 && page.errors.isEmpty)
    #expect(page.output.contains("\n  minuta start Work "))
    #expect(page.output.contains("\n  minuta undo "))
  }

  @Test func `the page shows the timers, today, the week and two commands`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-1s")
    let running = try await fixture.run()
    #expect(running.status == 0 && running.errors.isEmpty)
    #expect(running.output.hasPrefix("Running: 'Work' for "))
    #expect(running.output.contains("  running  "))
    for day in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] {
      #expect(running.output.contains("\n  \(day) "))
    }
    #expect(running.output.hasSuffix("  minuta switch TAG  Start another timer instead\n"))
    _ = try await fixture.run("stop")
    let stopped = try await fixture.run("--store", fixture.store)
    #expect(stopped.output.hasPrefix("No timer is running. "))
    #expect(stopped.output.contains("\n  minuta start TAG  Start a timer\n"))
    #expect(stopped.output.hasSuffix("  minuta resume     Go on with the last record\n"))
  }

  @Test func `the page counts the records that it leaves out`() async throws {
    let day = try await fixture.shell("date +%F").split(separator: "\n")[0]
    try await fixture.shell(
      "for m in 01 02 03 04 05 06 07 08 09 10; do minuta log Work --start \"\(day) 00:00:$m\" "
        + "--duration 1s --planned >/dev/null; done"
    )
    let page = try await fixture.run()
    #expect(page.output.contains("\n  2 earlier today; 'minuta records' lists all.\n"), "\(page)")
  }

  @Test(.requires("tmux")) func `the page fits a terminal of 24 rows`() async throws {
    let targets =
      #"{"targets":[{"time":"8h","per":"day"},{"time":"5h","per":"week","tag":"Work"}]}"#
    try fixture.home.write(targets, to: ".config/minuta/settings.json")
    let day = try await fixture.shell("date +%F").split(separator: "\n")[0]
    try await fixture.shell(
      "for m in 01 02 03 04 05 06 07 08 09 10; do minuta log \"Tag $m\" --duration 1s --planned "
        + "--start \"\(day) 00:00:$m\" >/dev/null; done; minuta start Work"
    )
    let screen = try await TmuxSession.run(
      "'\(TestPrograms.minuta)'; cat",
      in: fixture.home,
      environment: fixture.environment
    ) { terminal in
      try await terminal.wait(for: "minuta switch TAG")
      return try await terminal.screen()
    }
    #expect(screen.hasPrefix("Running: 'Work' for "), "\(screen)")
    #expect(screen.contains(" earlier today; 'minuta records' lists all.\n"), "\(screen)")
    #expect(screen.contains("  running  "), "\(screen)")
  }

  @Test func `help and JSON don't show the page`() async throws {
    _ = try await fixture.run("start", "Work")
    #expect(try await fixture.run("--help").output.contains("Usage: minuta COMMAND"))
    let json = try await fixture.run("--json")
    #expect(json.status == 2 && json.output.contains("\"status\""))
  }
}
