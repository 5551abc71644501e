import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the question about an absence with the real program and the notification daemon dunst, on a
/// display and a session bus of its own.
@Suite(.serialized, .timeLimit(.minutes(10))) struct AbsenceQuestionTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try fixture.home.write(#"{"away": {"atLeast": "1m"}}"#, to: ".config/minuta/settings.json")
  }

  private func onDesktop(_ script: String) async throws -> String {
    try await DesktopScript(fixture: fixture, program: program).run(script)
  }

  /// The lines that start a timer 30 minutes ago, with an absence from 20 to 10 minutes ago.
  ///
  /// A typed start counts as reviewed up to now, so what is known about that is removed.
  private static func absence(_ tag: String = "Work") -> String {
    """
    "$MINUTA" start "\(tag)" --at -30m >/dev/null
    rm "$HOME/.local/state/minuta/awake.json"
    "$MINUTA" away --at "$(date -u -d '-20 minutes' +%Y-%m-%dT%H:%M:%SZ)" >/dev/null

    """
  }

  private static let back =
    #""$MINUTA" back --ask --at "$(date -u -d '-10 minutes' +%Y-%m-%dT%H:%M:%SZ)""#
    + "\n"
  private static let questionEnds =
    "until_true '! pgrep -f \"$MINUTA (idle|key -- :show) \" >/dev/null'\n"
  /// The buttons come a moment after the notification, so its menu is opened until it has rows.
  private static let questionIsAnswered =
    "until_true 'dunstctl context; sleep 0.2; [ -s \"$HOME/rows\" ]'\n" + questionEnds
  private static let questionIsShown =
    "until_true '[ \"$(dunstctl count displayed)\" = 1 ] && pgrep -f \"notify-send.*--action\" >/dev/null'\n"

  /// Writes the program that answers the menu of a notification with the line that has a text.
  private func answerMenu(with text: String) async throws {
    let script = "#!/bin/sh\ntee \"$HOME/rows\" | grep -F -m 1 '#\(text) ('\n"
    try await fixture.home.writeExecutable(script, to: "menu")
  }

  /// Returns the records as minutes before the absence began, such as `Work -10 0`; a running timer
  /// has no end.
  private func records() throws -> [String] {
    let state = try JSONValue(parsing: fixture.home.text(of: ".local/state/minuta/away.json"))
    let format = Date.ISO8601FormatStyle()
    let left = try format.parse(state["absences"]?.array?.first?["from"]?.string ?? "")
    let tags = try JSONValue(parsing: fixture.home.text(of: "store/tags.json"))["tags"]?.array ?? []
    return try fixture.records().map { record in
      let times = try ["startTime", "endTime"].map { name in
        try record[name]?.string.map {
          "\(Int((try format.parse($0).timeIntervalSince(left) / 60).rounded()))"
        } ?? ""
      }
      let tag = tags.first { $0["id"] == record["tagId"] }?["name"]?.string ?? "-"
      return "\(tag) \(times.joined(separator: " "))"
    }
  }

  @Test(
    .requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq"),
    arguments: [
      ("Keep", ["Work -10 "]), ("Subtract", ["Work -10 0", "Work 10 "]),
      ("Stop when I left", ["Work -10 0"]),
    ]
  )
  func `a button of the notification resolves the time away`(
    label: String,
    expected: [String]
  ) async throws {
    try await answerMenu(with: label)
    let output = try await onDesktop(
      DesktopScript.startDunst + Self.absence() + Self.back + Self.questionIsShown + """
        \(Self.questionIsAnswered)
        cat "$HOME/rows"; echo
        dunstctl close-all
        field body | head -n 1
        "$MINUTA" resolve
        kill $dunst

        """
    )
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("You were away for 10m") == true, "\(output)")
    #expect(lines.contains { $0.hasPrefix("#\(label) (Away for 10m, ") }, "\(output)")
    #expect(
      lines.contains { $0.hasPrefix("Resolved the forgotten timer 'Work'") },
      "\(output)"
    )
    #expect(lines.last == "There are no forgotten timers.")
    #expect(try records() == expected)
    #expect(try await fixture.run("undo").output.hasPrefix("Undid 'resolve'"))
  }

  @Test(.requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq"))
  func `a hostile name stays inert in the question, and closing it changes nothing`() async throws {
    let name = #"<b>R&D</b> %n ' $(touch pwned)"#
    let output = try await onDesktop(
      DesktopScript.startDunst
        + Self.absence(name.replacingOccurrences(of: "$", with: #"\$"#))
        + Self.back + Self.questionIsShown + """
          until_true 'dunstctl close; ! pgrep -f "$MINUTA idle " >/dev/null'
          field body | head -n 1
          "$MINUTA" resolve
          kill $dunst

          """
    )
    #expect(output.contains("&lt;b&gt;R&amp;D&lt;/b&gt; %n ' $(touch pwned)"), "\(output)")
    #expect(output.contains("kept running while you were away for 10m"))
    #expect(try fixture.records().count == 1)
    #expect(!FileManager.default.fileExists(atPath: fixture.home.path + "/pwned"))
  }

  @Test(.requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq"))
  func `an answer doesn't count if the time away was resolved meanwhile`() async throws {
    try await answerMenu(with: "Subtract")
    let output = try await onDesktop(
      DesktopScript.startDunst + Self.absence() + Self.back + Self.questionIsShown + """
        "$MINUTA" resolve keep
        \(Self.questionIsAnswered)
        kill $dunst

        """
    )
    #expect(output.contains("Resolved the forgotten timer"))
    #expect(try records() == ["Work -10 "])
  }

  @Test(.requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq"))
  func `a daemon that hangs delays nothing, and no process is left`() async throws {
    let output = try await onDesktop(
      DesktopScript.startDunst + Self.absence() + """
        kill -STOP $dunst
        \(Self.back)
        until_true '! pgrep -f "$MINUTA idle " >/dev/null'
        kill -CONT $dunst; kill $dunst
        "$MINUTA" status

        """
    )
    #expect(output.contains("Decide what to do with that time.\n  minuta resolve"))
    #expect(try fixture.records().count == 1)
  }

  @Test(
    .requires("dunst", "dbus-run-session", "xvfb-run", "notify-send", "jq", "rofi"),
    arguments: [("Lunch", ["Work -10 0", "Lunch 0 10", "Work 10 "])]
  )
  func `the time is given to a tag that the menu program asks for`(
    tag: String,
    expected: [String]
  ) async throws {
    try await fixture.home.writeExecutable(
      "#!/bin/sh\ncat > \"$HOME/tags\"; echo '\(tag)'\n",
      to: "bin/dmenu"
    )
    try fixture.home.write(
      #"{"away": {"atLeast": "1m"}, "picker": "dmenu"}"#,
      to: ".config/minuta/settings.json"
    )
    try await answerMenu(with: "Give to another tag")
    try await fixture.shell(
      "for tag in Archived Break; do minuta tag-create $tag; done; minuta tag-archive Archived"
    )
    _ = try await onDesktop(
      DesktopScript.startDunst + "PATH=\"$HOME/bin:$PATH\"\n" + Self.absence() + Self.back
        + Self.questionIsShown + """
          \(Self.questionIsAnswered)
          kill $dunst

          """
    )
    #expect(try fixture.home.text(of: "tags") == "Work\nBreak\n")
    #expect(try records() == expected)
  }

  @Test(.requires("xprintidle", "xdotool", "dbus-run-session", "xvfb-run", "pgrep"))
  func `a poll waits for the answer, because systemd ends all processes with it`() async throws {
    try await fixture.home.writeExecutable(
      """
      #!/bin/sh
      cat > "$HOME/rows"
      until [ -e "$HOME/answer" ]; do sleep 0.05; done
      grep Stop "$HOME/rows"

      """,
      to: "bin/dmenu"
    )
    try await fixture.home.writeExecutable(
      "#!/bin/sh\necho \"$@\" >> \"$HOME/notes\"; echo 7\n",
      to: "bin/notify-send"
    )
    try fixture.home.write(
      #"{"away": {"atLeast": "1m", "ask": "picker"}, "picker": "dmenu"}"#,
      to: ".config/minuta/settings.json"
    )
    let output = try await onDesktop(
      "PATH=\"$HOME/bin:$PATH\"\n" + Self.absence() + """
        xdotool key F12
        "$MINUTA" idle poll xprintidle --after 1h & poll=$!
        until_true '[ -s "$HOME/rows" ]'
        [ "$(pgrep -f "$MINUTA")" = $poll ] && echo waits
        touch "$HOME/answer"
        wait $poll
        pgrep -f "$MINUTA" || echo ended

        """
    )
    #expect(output.hasPrefix("You were away for 20m"))
    #expect(output.hasSuffix("\nwaits\nended\n"), "\(output)")
    #expect(try records() == ["Work -10 0"])
    #expect(try fixture.home.text(of: "notes").contains("Resolved the forgotten timer"))
  }

  @Test(.requires("dbus-run-session", "xvfb-run", "pgrep"))
  func `a newer question ends an older one before it opens its menu`() async throws {
    try await fixture.home.writeExecutable(
      """
      #!/bin/sh
      for id in $(cat "$HOME/ids" 2>/dev/null); do
        kill -0 $id 2>/dev/null && echo "$id is open" >> "$HOME/open"
      done
      echo $$ >> "$HOME/ids"
      cat > "$HOME/rows"
      until [ -e "$HOME/answer" ]; do sleep 0.05; done
      grep Keep "$HOME/rows"

      """,
      to: "bin/dmenu"
    )
    try fixture.home.write(
      #"{"away": {"atLeast": "1m", "ask": "picker"}, "picker": "dmenu"}"#,
      to: ".config/minuta/settings.json"
    )
    let output = try await onDesktop(
      "PATH=\"$HOME/bin:$PATH\"\n" + Self.absence() + Self.back + """
        until_true '[ "$(wc -l < "$HOME/ids")" = 1 ]'
        "$MINUTA" away --at -5m
        "$MINUTA" back --ask
        until_true '[ "$(wc -l < "$HOME/ids")" = 2 ]'
        pgrep -fc "$MINUTA idle "
        touch "$HOME/answer"
        \(Self.questionEnds)
        "$MINUTA" resolve

        """
    )
    #expect(output.hasSuffix("\n1\nThere are no forgotten timers.\n"), "\(output)")
    #expect(!FileManager.default.fileExists(atPath: fixture.home.path + "/open"))
    let log = (try? fixture.home.text(of: ".local/state/minuta/minuta.log")) ?? ""
    #expect(!log.contains("Can't ask"), "\(log)")
  }

  @Test(.requires("dbus-run-session", "xvfb-run", "jq"))
  func `the settings choose a menu program, or no question`() async throws {
    try await fixture.home.writeExecutable(
      "#!/bin/sh\ncat > \"$HOME/rows\"; grep Stop \"$HOME/rows\"\n",
      to: "bin/dmenu"
    )
    try fixture.home.write(
      #"{"away": {"atLeast": "1m", "ask": "picker"}, "picker": "dmenu"}"#,
      to: ".config/minuta/settings.json"
    )
    _ = try await onDesktop(
      "PATH=\"$HOME/bin:$PATH\"\n" + Self.absence() + Self.back + Self.questionEnds
    )
    #expect(try records() == ["Work -10 0"])
    #expect(try fixture.home.text(of: "rows").split(separator: "\n").count == 4)
    try fixture.home.write(
      #"{"away": {"atLeast": "1m", "ask": "none"}, "picker": "dmenu"}"#,
      to: ".config/minuta/settings.json"
    )
    try FileManager.default.removeItem(atPath: fixture.home.path + "/rows")
    try FileManager.default.removeItem(atPath: fixture.home.path + "/store")
    try FileManager.default.removeItem(atPath: fixture.home.path + "/.local/state")
    _ = try await onDesktop(
      "PATH=\"$HOME/bin:$PATH\"\n" + Self.absence() + Self.back + Self.questionEnds
    )
    #expect(try records() == ["Work -10 "])
    #expect(!FileManager.default.fileExists(atPath: fixture.home.path + "/rows"))
  }
}
