import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the notifications of key presses with the real program, and with the notification daemon
/// dunst on a display and a session bus of its own.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyFeedbackTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try writeKeyMap(feedback: [:])
  }

  /// Writes a key map with keys that start a timer with a hostile name, stop it, and fail.
  private func writeKeyMap(feedback: [String: String], debounce: Int = 0) throws {
    let calls: [String: JSONValue] = [
      "start": ["intent": "StartTimer", "with": ["tag": #"<b>R&D</b> "\n" $(id)"#]],
      "stop": ["intent": "StopTimer"],
      "wrong": ["intent": "StopTimer", "with": ["tag": "Nothing"]],
    ]
    let keys = calls.keys.sorted().enumerated().map { index, slug in
      var key: JSONObject = ["press": .string("LOGO+\(index)"), "call": calls[slug] ?? .null]
      key["feedback"] = feedback[slug].map { .string($0) }
      return (slug, JSONValue.object(key))
    }
    let map: JSONValue = [
      "minuta": 1, "debounceMs": .number(JSONNumber(debounce)),
      "keys": .object(JSONObject(sorting: Dictionary(uniqueKeysWithValues: keys))),
    ]
    try fixture.home.write(map.text(), to: ".config/minuta/keymap.json")
  }

  private func onDesktop(_ script: String) async throws -> String {
    try await DesktopScript(fixture: fixture, program: program).run(script) { log }
  }

  /// The command lines of the running processes of this test's program.
  private var processes: [String] { ProcessSnapshot.commandLines(of: program) }

  private var log: String {
    (try? fixture.home.text(of: ".local/state/minuta/minuta.log")) ?? ""
  }

  @Test(.requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq"))
  func `a press shows the outcome in place of the last one, and an error is urgent`() async throws {
    let outcome = ".local/state/minuta/keys/outcome"
    try fixture.home.write("An outcome that no notification showed", to: outcome)
    let output = try await onDesktop(
      DesktopScript.startDunst + """
        "$MINUTA" key start >/dev/null
        until_true '[ "$(dunstctl count displayed)" = 1 ]'
        until_true '! pgrep -f "$MINUTA key --" >/dev/null'
        "$MINUTA" key stop >/dev/null
        until_true '! pgrep -f "$MINUTA key --" >/dev/null'
        dunstctl count displayed
        dunstctl close-all; field body; dunstctl history | jq '.data[0][0].timeout.data == 0'; field appname
        "$MINUTA" key wrong 2>/dev/null
        until_true '[ "$(dunstctl count displayed)" = 1 ]'
        dunstctl close-all; dunstctl history | jq -r '.data[0][0] | .timeout.data == 0, .body.data'
        kill $dunst

        """
    )
    let lines = output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6, "\(output)")
    #expect(lines[0] == "1")
    #expect(lines[1].hasPrefix(#"Stopped '&lt;b&gt;R&amp;D&lt;/b&gt; ""#), "\(output)")
    #expect(lines[1].contains(#"\n" $(id)"#), "\(output)")
    #expect(lines[2...4] == ["false", "Minuta", "true"], "\(output)")
    #expect(lines[5].contains("Nothing"))
    #expect(log.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/\(outcome)"))
    try await wait(for: "end of the notifiers") { processes.isEmpty }
  }

  @Test(.requires("dunst", "dbus-run-session", "xvfb-run", "notify-send"))
  func `an error is replaced an hour later, but not in another session`() async throws {
    let output = try await onDesktop(
      DesktopScript.startDunst + """
        press() { "$MINUTA" key $1 >/dev/null 2>&1; until_true '! pgrep -f "$MINUTA key --" >/dev/null'; }
        socket=${DBUS_SESSION_BUS_ADDRESS#unix:path=}; socket=${socket%%,*}
        press wrong
        touch -d '-2 hours' "$socket"
        touch -d '-1 hour' "$HOME/.local/state/minuta/keys/notification"
        press start; dunstctl count displayed
        touch "$socket"
        press stop; dunstctl count displayed
        kill $dunst

        """
    )
    #expect(output == "1\n2\n")
  }

  @Test(.requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq"))
  func `a daemon that hangs doesn't delay a press, and no process is left`() async throws {
    let output = try await onDesktop(
      DesktopScript.startDunst + """
        kill -STOP $dunst
        "$MINUTA" key start; "$MINUTA" key stop
        date +%s
        until_true '! pgrep -f "$MINUTA key --" >/dev/null'
        date +%s
        kill -CONT $dunst; kill $dunst

        """
    )
    let lines = output.split(separator: "\n")
    try #require(lines.count == 4, "\(output)")
    // The notifiers end within 5 s, and later only on a busy machine; notify-send waits 75 s.
    let seconds = try #require(Int(lines[3])) - #require(Int(lines[2]))
    #expect(seconds < 15)
    #expect(try fixture.records().first?["endTime"] != nil)
    #expect(log.contains("Started ") && log.contains("Stopped ") && log.contains("timed out"))
    #expect(processes.isEmpty)
  }

  @Test func `without a session bus the outcome goes to the log`() async throws {
    for slug in ["start", "wrong", "stop", "missing"] {
      _ = try await fixture.runProcess(["key", slug], of: program)
    }
    let lines = log.split(separator: "\n")
    #expect(lines.count == 4)
    let levels = ["info", "error", "info", "error"]
    let texts = ["Started", "Nothing", "Stopped", "no key 'missing'"]
    for (line, (level, text)) in zip(lines, zip(levels, texts)) {
      #expect(line.contains(" \(level) app: Key pressed (outcome=") && line.contains(text))
    }
    #expect(processes.isEmpty)
  }

  @Test(arguments: [
    (#"{"feedback": "none"}"#, [:], []),
    (#"{"feedback": "errors"}"#, [:], ["Nothing"]),
    (#"{"feedback": "errors"}"#, ["start": "all", "wrong": "none"], ["Started"]),
  ])
  func `settings choose the outcomes that are shown, and a key overrides them`(
    settings: String,
    feedback: [String: String],
    shown: [String]
  ) async throws {
    try fixture.home.write(settings, to: ".config/minuta/settings.json")
    try writeKeyMap(feedback: feedback)
    for slug in ["start", "wrong", "stop"] {
      _ = try await fixture.runProcess(["key", slug], of: program)
    }
    let lines = log.split(separator: "\n")
    #expect(lines.count == shown.count, "\(lines)")
    for (line, text) in zip(lines, shown) { #expect(line.contains(text)) }
  }

  @Test(
    arguments: [
      (#"{"intent": "StopTimer", "with": {"tag": "Nothing"}}"#, "Correct the call of the key 'x'"),
      (#"{"intent": "StartTimr"}"#, "Correct the call of the key 'x' in the key map."),
      (#"{"intent": "StartTimer", "with": {"at": "10:75"}}"#, "Correct the call of the key 'x'"),
      (#"{"intent": "ResumeTimer", "with": {"record": "last"}}"#, "Start a timer first."),
      (#"{"intent": "UpdateRecord", "with": {"record": "running"}}"#, "Start one first."),
      (#"{"intent": 3}"#, "Correct this, then try again."), ("3", "Correct this, then try again."),
      (nil, "minuta keys install HOST"),
    ]
  )
  func `an error says what to do next`(call: String?, advice: String) async throws {
    let key = call.map { #""x": {"press": "LOGO+x", "call": \#($0)}"# } ?? ""
    try fixture.home.write(
      #"{"minuta": 1, "keys": {\#(key)}}"#,
      to: ".config/minuta/keymap.json"
    )
    _ = try await fixture.runProcess(["key", "x"], of: program)
    #expect(log.contains(" error app: Key pressed (outcome=") && log.contains(advice), "\(log)")
  }

  @Test func `an error of the disk says what to do next`() async throws {
    try fixture.home.write("", to: "store")
    _ = try await fixture.runProcess(["key", "start"], of: program)
    #expect(log.contains("Correct this, then try again."), "\(log)")
  }

  @Test func `the choice of a key holds for a press that can ask nothing`() async throws {
    try fixture.home.write(
      #"{"minuta": 1, "keys": {"ask": {"press": "LOGO+a", "pick": "workflow", "feedback": "none"}}}"#,
      to: ".config/minuta/keymap.json"
    )
    let pressed = try await fixture.runProcess(["key", "ask"], of: program)
    #expect(pressed.status != 0 && !pressed.errors.isEmpty)
    #expect(log.isEmpty)
  }

  @Test(.requires("script", "setsid"))
  func `a key of a window manager on a console doesn't ask on the console`() async throws {
    try fixture.home.write(
      #"{"minuta": 1, "keys": {"ask": {"press": "LOGO+a", "pick": "intent"}}}"#,
      to: ".config/minuta/keymap.json"
    )
    // The window manager's streams are the console, but its keys start sessions of their own.
    let pressed = try await TestPrograms.run(
      TestPrograms.installed("script") ?? "script",
      ["-qec", "setsid --wait \(program) key ask", "/dev/null"],
      environment: fixture.environment
    )
    #expect(pressed.output.contains("no program"), "\(pressed.output)")
    #expect(log.contains("no program"))
  }

  @Test func `a held key and a dry run show nothing`() async throws {
    try writeKeyMap(feedback: [:], debounce: 60_000)
    for words in [["start"], ["start"], ["stop", "--dry-run"]] {
      _ = try await fixture.runProcess(["key"] + words, of: program)
    }
    #expect(log.split(separator: "\n").count == 1)
  }
}
