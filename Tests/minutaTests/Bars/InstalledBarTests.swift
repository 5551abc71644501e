import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Runs the real status bars and compares pictures of them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct InstalledBarTests {
  private let fixture: MinutaFixture
  private let program: String
  private let picture: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    picture = fixture.home.path + "/picture.png"
  }

  private var environment: [String: String] {
    fixture.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "SHELL": "/bin/sh",
      "XDG_RUNTIME_DIR": fixture.home.path,
    ]) { $1 }
  }

  /// Starts the program of a status bar on an X display, and calls `body`.
  private func onX(
    _ host: String,
    _ arguments: [String],
    _ environment: [String: String]? = nil,
    _ body: (XSession) async throws -> Void
  ) async throws {
    try await XSession.run(host, arguments, environment: environment ?? self.environment, body)
    try await wait(for: "end of \(watches)") { watches.isEmpty }
  }

  /// Starts i3 with a bar at the top, and calls `body`.
  private func inI3bar(
    _ command: String,
    _ body: (XSession) async throws -> Void
  ) async throws {
    let file = try fixture.home.write(
      """
      # i3 config file (v4)
      font pango:monospace 10
      bar {
        position top
        tray_output none
        status_command \(command)
      }

      """,
      to: ".config/i3/config"
    )
    try await onX("i3", ["-c", file], nil, body)
  }

  /// The running watches of this test.
  private var watches: [String] {
    ProcessSnapshot.commandLines(of: program).filter { $0.contains("--watch") }
  }

  /// Returns a checksum of the bar, once it differs from an earlier one.
  private func newPicture(
    _ screen: some Screen,
    after earlier: String?,
    _ what: String,
    checks: Int = 3
  ) async throws -> String {
    try await screen.newChecksum(after: earlier, what, picture, checks: checks)
  }

  /// Starts and stops a timer and expects that the bar shows it.
  private func expectShowsTimer(_ screen: some Screen) async throws {
    try await wait(for: "watch") { !watches.isEmpty }
    let idle = try await newPicture(screen, after: nil, "bar", checks: 10)
    try await fixture.shell("minuta start Work")
    let running = try await newPicture(screen, after: idle, "bar with a timer")
    try await fixture.shell("minuta stop")
    #expect(try await newPicture(screen, after: running, "bar without a timer") == idle)
  }

  /// Starts a timer with a click on the last block of the bar, and stops it with another one.
  ///
  /// - Parameter attempts: The number of clicks of which the bar may drop all but one.
  private func expectClicksWork(_ session: XSession, attempts: Int = 1) async throws {
    try await click(1, session, attempts, for: "timer") { try fixture.records().count >= 2 }
    let running = try await newPicture(session, after: nil, "bar")
    try await click(2, session, attempts, for: "end") {
      try fixture.records().allSatisfy { $0["endTime"] != nil }
    }
    _ = try await newPicture(session, after: running, "bar without a timer")
  }

  /// Clicks on the last block until a condition is true.
  private func click(
    _ button: Int,
    _ session: XSession,
    _ attempts: Int,
    for what: String,
    until isTrue: () async throws -> Bool
  ) async throws {
    for _ in 1..<attempts {
      try await session.click(button, x: 630, y: 8)
      do {
        return try await wait(for: what, limit: .seconds(30), until: isTrue)
      } catch is WaitTimeoutError {}
    }
    try await session.click(button, x: 630, y: 8)
    try await wait(for: what, until: isTrue)
  }

  /// Starts a timer with each malicious name, and expects that the bar shows it and runs nothing.
  ///
  /// - Parameter click: Clicks on the shown name, which might contain a link.
  private func expectInert(
    _ screen: some Screen,
    click: () async throws -> Void = {}
  ) async throws {
    var last = try await newPicture(screen, after: nil, "bar")
    for name in HostileTagName.all where name.text.unicodeScalars.count <= 10_000 {
      let call: JSONValue = ["intent": "SwitchTimer", "with": ["tag": .string(name.text)]]
      let result = try await fixture.run(["run", "-"], input: call.text())
      try #require(result.status == 0, "\(result)")
      last = try await newPicture(screen, after: last, "bar with \(name)")
      try await click()
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.home.path + "/hit"))
    _ = try await fixture.run("stop")
    _ = try await newPicture(screen, after: last, "bar without a timer")
  }

  @Test(.requires("i3", "i3bar", "Xvfb", "xdotool", "import", "identify"))
  func `D67 i3bar shows a timer, and a click on it stops it`() async throws {
    try await inI3bar("\(program) status i3bar --watch") { session in
      try await expectShowsTimer(session)
      try await expectClicksWork(session)
      try await expectInert(session)
    }
  }

  @Test(.requires("i3", "i3blocks", "Xvfb", "xdotool", "import", "identify"))
  func `D67 i3blocks shows a timer, and a click on it stops it`() async throws {
    let file = try fixture.home.write(
      """
      [minuta]
      command=\(program) status i3blocks --watch
      format=json
      interval=persist

      [minuta-button]
      command=\(program) status i3blocks
      format=json
      interval=once

      """,
      to: "i3blocks.conf"
    )
    try await inI3bar("i3blocks -c \(file)") { session in
      try await expectShowsTimer(session)
      // i3blocks drops a click whose line it couldn't read to the end, as on a busy machine.
      try await expectClicksWork(session, attempts: 3)
      try await expectInert(session)
    }
  }

  @Test(.requires("polybar", "Xvfb", "xdotool", "import", "identify"))
  func `D67 polybar shows a timer and takes no name for a command`() async throws {
    let file = try fixture.home.write(
      """
      [bar/top]
      width = 100%
      height = 20
      font-0 = monospace:size=10
      modules-left = minuta
      [module/minuta]
      type = custom/script
      exec = \(program) status polybar --watch
      tail = true

      """,
      to: "polybar.ini"
    )
    try await onX("polybar", ["-c", file, "top"]) { session in
      try await expectShowsTimer(session)
      try await expectInert(session) {
        for x in stride(from: 4, to: 320, by: 24) { try await session.click(x: x, y: 10) }
      }
    }
  }

  @Test(.requires("xmobar", "Xvfb", "xdotool", "import", "identify"))
  func `D67 xmobar shows a timer and takes no name for a command`() async throws {
    let file = try fixture.home.write(
      """
      Config { position = Top, template = "%minuta% }{"
             , commands = [ Run CommandReader "\(program) status xmobar --watch" "minuta" ] }

      """,
      to: "xmobarrc"
    )
    // With an address of a bus or a folder where one could be, xmobar ends if there is none.
    let environment = fixture.environment
    try await onX("xmobar", [file], environment) { session in
      try await expectShowsTimer(session)
      try await expectInert(session) {
        for x in stride(from: 4, to: 320, by: 24) { try await session.click(x: x, y: 8) }
      }
    }
  }

  @Test(
    .requires("sway", "swaybar", "waybar", "wtype", "grim", "identify"),
    arguments: ["swaybar", "waybar"]
  )
  func `D67 the bars of sway show a timer and take no name for markup`(bar: String) async throws {
    let modules =
      #"{"height": 24, "modules-left": ["custom/minuta"], "custom/minuta": "#
      + #"{"exec": "\#(program) status waybar --watch", "return-type": "json"}}"#
    try fixture.home.write(modules, to: ".config/waybar/config")
    let command =
      bar == "waybar" ? "swaybar_command waybar" : "status_command \(program) status i3bar --watch"
    let configuration = """
      bar {
        position top
        \(command)
      }
      bindsym Pause exec touch \(fixture.home.path)/ready

      """
    try await SwaySession.run(configuration, in: fixture.home, environment: environment) {
      session in
      try await expectShowsTimer(session)
      try await expectInert(session)
    }
    try await wait(for: "end of \(watches)") { watches.isEmpty }
  }

  @Test(.requires("tmux"))
  func `D67 tmux shows a timer and takes no name for a command`() async throws {
    // A tmux within a tmux, because only a terminal shows the status line.
    let settings = try fixture.home.write(
      """
      set -g status-interval 1
      set -g status-left ''
      set -g status-right '#(\(program) status tmux --watch)|'
      set -g status-right-length 200
      set -g window-status-format ''
      set -g window-status-current-format ''

      """,
      to: "tmux.conf"
    )
    let environment = environment.merging(["TERM": "screen-256color"]) { $1 }
    let tmux = { (server: String, words: [String]) async throws -> String in
      let result = try await TestPrograms.run(
        "/usr/bin/env",
        ["-C", fixture.home.path, "tmux", "-S", "\(fixture.home.path)/\(server)"] + words,
        environment: environment
      )
      return result.output
    }
    let end = {
      for server in ["outer", "inner"] {
        let words = ["-S", "\(fixture.home.path)/\(server)", "kill-server"]
        _ = try? ChildProcess("/usr/bin/tmux", words, environment: environment).waitForExit()
      }
    }
    defer { end() }
    let size = ["-x", "200", "-y", "5"]
    _ = try await tmux("inner", ["-f", settings, "new-session", "-d"] + size)
    let attach = "TMUX= tmux -S \(fixture.home.path)/inner attach"
    _ = try await tmux("outer", ["-f", "/dev/null", "new-session", "-d"] + size + [attach])
    _ = try await tmux("outer", ["set", "-g", "status", "off"])
    let expectShows = { (text: String) in
      var screen = ""
      try await wait(for: "'\(text)' in \(screen)", limit: .seconds(20)) {
        screen = try await tmux("outer", ["capture-pane", "-p"])
        return screen.split(separator: "\n").last?.contains("\(text)|") == true
      }
    }
    try await expectShows(" 0m")
    for name in HostileTagName.all where name.text.unicodeScalars.count <= 10_000 {
      let call: JSONValue = ["intent": "SwitchTimer", "with": ["tag": .string(name.text)]]
      _ = try await fixture.run(["run", "-"], input: call.text())
      // Two nested terminals disagree on the width of joined characters, so look only after them.
      let shown = name.plain.hasPrefix("👩‍👩‍👧‍👦 ") ? name.plain.dropFirst(2) : " \(name.plain)"
      try await expectShows("\(shown) 0m")
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.home.path + "/hit"))
    end()
    try await wait(for: "end of \(watches)") { watches.isEmpty }
  }
}
