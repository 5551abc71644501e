import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests idle hosts with the real program: the hosts call `Away` and `Back`, and the exact state is
/// on the disk.
@Suite(.serialized, .timeLimit(.minutes(10))) struct IdleHostTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try fixture.home.write(
      #"{"away": {"atLeast": "1s", "ask": "none"}}"#,
      to: ".config/minuta/settings.json"
    )
  }

  /// The absences on the disk; nil if there is no file.
  private func state() -> JSONValue? {
    (try? fixture.home.text(of: ".local/state/minuta/away.json")).flatMap {
      try? JSONValue(parsing: $0)
    }
  }

  private func date(_ value: JSONValue?) throws -> Date {
    try Date.ISO8601FormatStyle().parse(try #require(value?.string))
  }

  private func lines(
    _ host: String,
    _ flags: String...,
    environment: [String: String] = [:]
  ) async throws -> String {
    let result = try await TestPrograms.run(
      program,
      ["idle", host] + flags,
      environment: fixture.environment.merging(environment) { $1 }
    )
    try #require(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test(.requires("sway", "swayidle", "wtype"))
  func `swayidle notes when the user leaves and returns`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-30m")
    let idle = try fixture.home.write(try await lines("swayidle", "--after", "2s"), to: "swayidle")
    let configuration = """
      exec swayidle -w -C \(idle) > \(fixture.home.path)/swayidle.log 2>&1
      bindsym Pause exec touch \(fixture.home.path)/ready
      bindsym F12 nop

      """
    let environment = fixture.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "SHELL": "/bin/sh",
    ]) { $1 }
    try await SwaySession.run(configuration, in: fixture.home, environment: environment) {
      session in
      let pressed = Date()
      let log = (try? fixture.home.text(of: "swayidle.log")) ?? ""
      try await wait(for: "Away: \(log)") { state()?["departure"] != nil }
      let left = try date(state()?["departure"]?["at"])
      #expect(abs(left.timeIntervalSince(pressed)) < 4)
      #expect(state()?["absences"] == [])
      // Without input, swayidle doesn't call again.
      try await session.press("F12")
      let returned = Date()
      try await wait(for: "Back") { state()?["departure"] == nil }
      let absences = try #require(state()?["absences"]?.array)
      try #require(absences.count == 1)
      #expect(try date(absences[0]["from"]) == left)
      #expect(abs(try date(absences[0]["to"]).timeIntervalSince(returned)) < 3)
      #expect(absences[0]["stopped"] == [])
      try await wait(for: "the next Away") { state()?["departure"] != nil }
    }
    #expect(try fixture.records().count == 1)
    #expect(try fixture.records().first?["endTime"] == nil)
    _ = try await fixture.run("back")
    let status = try await fixture.run("status").output
    #expect(
      status.contains("kept running while you were away") && status.contains("minuta resolve")
    )
  }

  @Test(.requires("sway", "swayidle", "wtype", "dbus-daemon", "gdbus", "python3"))
  func `swayidle notes when the screen is locked and when the computer sleeps`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-30m")
    let idle = try fixture.home.write(try await lines("swayidle", "--after", "1h"), to: "swayidle")
    let bus = try await NotificationSession(mapping: SwaySession.userMapping)
    defer { bus.end() }
    let address = bus.environment["DBUS_SESSION_BUS_ADDRESS"] ?? ""
    let environment = fixture.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address, "SHELL": "/bin/sh",
    ]) { $1 }
    let logind = try await LogindMock(environment: environment)
    defer { logind.end() }
    let configuration = """
      exec swayidle -w -C \(idle) > \(fixture.home.path)/swayidle.log 2>&1
      bindsym Pause exec touch \(fixture.home.path)/ready

      """
    try await SwaySession.run(configuration, in: fixture.home, environment: environment) { _ in
      for (left, returned) in LogindMock.absences {
        let log = (try? fixture.home.text(of: "swayidle.log")) ?? ""
        // swayidle may not listen yet.
        try await wait(for: "Away: \(log)") {
          try await logind.send(left)
          return state()?["departure"] != nil
        }
        try await wait(for: "a second away") {
          let left = try date(state()?["departure"]?["at"])
          return Date().timeIntervalSince(left) > 1.5
        }
        let sent = Date()
        try await logind.send(returned)
        try await wait(for: "Back") { state()?["departure"] == nil }
        // Absences that follow each other at once become one.
        let last = try date(state()?["absences"]?.array?.last?["to"])
        #expect(abs(last.timeIntervalSince(sent)) < 5)
      }
    }
    #expect(try fixture.records().count == 1)
  }

  /// Returns the output of a script on a display and a session bus.
  private func onDesktop(_ script: String) async throws -> String {
    try await DesktopScript(fixture: fixture, program: program).run(script)
  }

  private static let state = #"$HOME/.local/state/minuta/away.json"#

  @Test(.requires("i3lock", "xvfb-run", "dbus-run-session", "jq", "pgrep"))
  func `the lock script notes the time in which i3lock ran`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-30m")
    try await fixture.home.writeExecutable(try await lines("xss-lock"), to: "minuta-lock")
    let output = try await onDesktop(
      """
      "$HOME/minuta-lock" > "$HOME/lock.log" 2>&1 & lock=$!
      until_true 'pgrep -P $lock i3lock >/dev/null'
      jq -r '.departure.at' \(Self.state)
      jq '.absences | length' \(Self.state)
      left=$(date +%s)
      until_true '[ $(date +%s) -gt $((left + 1)) ]'
      kill -TERM $lock
      wait $lock
      jq -r '.absences[0].from, .departure' \(Self.state)
      pgrep -P $lock i3lock || echo ended

      """
    )
    let lines = output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("  ") }
    try #require(lines.count == 5, "\(output)")
    #expect(lines[0] == lines[2] && lines[1] == "0" && lines[3] == "null" && lines[4] == "ended")
  }

  @Test(.requires("xprintidle", "xdotool", "xvfb-run", "dbus-run-session", "jq"))
  func `xprintidle is asked once, and Away or Back follows`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-30m")
    let output = try await onDesktop(
      """
      xdotool key F12
      "$MINUTA" idle poll xprintidle --after 1h
      until_true '"$MINUTA" idle poll xprintidle --after 1s | grep -q "Noted that you left"'
      jq -r '.departure.at' \(Self.state)
      date -u +%Y-%m-%dT%H:%M:%SZ
      # Input within a minute after leaving is no return; input long after it is.
      xdotool key F12
      "$MINUTA" idle poll xprintidle --after 1h
      "$MINUTA" away --at -10m
      "$MINUTA" idle poll xprintidle --after 1h
      jq -c '.departure' \(Self.state)

      """
    )
    let lines = output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("  ") }
    try #require(lines.count == 5, "\(output)")
    let format = Date.ISO8601FormatStyle()
    let (left, now) = (try format.parse(lines[0]), try format.parse(lines[1]))
    #expect((0..<20).contains(now.timeIntervalSince(left)))
    #expect(lines[3].hasPrefix("You were away for 10m"))
    #expect(lines[4] == "null")
  }

  @Test(.requires("python3", "gdbus", "xvfb-run", "dbus-run-session", "jq"))
  func `GNOME's idle monitor is asked over the bus`() async throws {
    _ = try await fixture.run("start", "Work", "--at", "-30m")
    let output = try await onDesktop(
      """
      name=org.gnome.Mutter.IdleMonitor path=/org/gnome/Mutter/IdleMonitor/Core
      /usr/bin/python3 -m dbusmock --session $name $path $name > "$HOME/mock.log" & mock=$!
      set_idle() {
        gdbus call --session --dest $name --object-path $path \\
          --method org.freedesktop.DBus.Mock.AddMethod $name GetIdletime '' t "ret = $1" > /dev/null 2>&1
      }
      until_true 'set_idle 720000'
      date -u -d '-12 minutes' +%Y-%m-%dT%H:%M:%SZ
      # Only the first poll of an absence prints a line.
      "$MINUTA" idle poll gnome --after 5m
      "$MINUTA" idle poll gnome --after 5m
      jq -r '.departure.at' \(Self.state)
      set_idle 500
      "$MINUTA" idle poll gnome --after 5m
      jq -r '.absences[0].from, .departure' \(Self.state)
      "$MINUTA" idle poll gnome --after 5m
      kill $mock

      """
    )
    let lines = output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("  ") }
    try #require(lines.count == 6, "\(output)")
    let format = Date.ISO8601FormatStyle()
    let distance = try format.parse(lines[2]).timeIntervalSince(try format.parse(lines[0]))
    #expect((-1...5).contains(distance))
    #expect(lines[1].hasPrefix("Noted that you left at "))
    #expect(lines[3].hasPrefix("You were away for 12m"))
    #expect(lines[4] == lines[2] && lines[5] == "null")
  }

  @Test func `a host that can't be asked is an error, and changes nothing`() async throws {
    try await fixture.home.writeExecutable("#!/bin/sh\necho soon\n", to: "bin/xprintidle")
    let path = ["PATH": "\(fixture.home.path)/bin:/bin"]
    let strange = try await fixture.run(["idle", "poll", "xprintidle"], environment: path)
    #expect(strange.status == 1 && strange.errors.contains("xprintidle printed 'soon"))
    let missing = try await fixture.run(
      ["idle", "poll", "gnome"],
      environment: ["PATH": "\(fixture.home.path)/bin"]
    )
    #expect(missing.status == 1 && missing.errors.contains("'gdbus' not found in PATH"))
    #expect(try await fixture.run("idle", "poll", "swayidle").status == 2)
    #expect(try await fixture.run("idle", "poll").status == 3)
    #expect(try await fixture.run("idle").status == 3)
    #expect(try await fixture.run("idle", "gnome", "--after", "0s").status == 2)
    #expect(state() == nil)
  }

  @Test(.requires("systemd-analyze"), arguments: ["gnome", "xprintidle"])
  func `the timer of a polled host is valid for systemd`(host: String) async throws {
    try await fixture.home.writeExecutable(
      "#!/bin/sh\necho \"$@\" >> \"$HOME/calls\"\n",
      to: "bin/systemctl"
    )
    let state = fixture.home.path + "/100% $x"
    let script = try await lines(host, "--after", "90s", environment: ["XDG_STATE_HOME": state])
    let result = try await TestPrograms.run(
      "/bin/sh",
      [],
      environment: fixture.environment.merging([
        "PATH": "\(fixture.home.path)/bin:/usr/bin:/bin"
      ]) { $1 },
      input: script
    )
    #expect(result.status == 0, "\(result.errors)")
    let folder = fixture.home.path + "/.config/systemd/user"
    let units = ["minuta-away-poll.service", "minuta-away-poll.timer"]
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == units)
    let service = try fixture.home.text(of: ".config/systemd/user/\(units[0])")
    #expect(
      service.contains(#"\#nEnvironment="XDG_STATE_HOME=\#(fixture.home.path)/100%% $x"\#n"#)
    )
    let verified = try await TestPrograms.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify"] + units.map { "\(folder)/\($0)" },
      environment: fixture.environment.merging(["XDG_RUNTIME_DIR": fixture.home.path]) { $1 }
    )
    #expect(verified.status == 0 && verified.errors.isEmpty, "\(verified.errors)")
    let calls = try fixture.home.text(of: "calls")
    #expect(calls == "--user daemon-reload\n--user enable --now minuta-away-poll.timer\n")
  }
}
