import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests key bindings with the real program, from the key map file to the data folder.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try writeKeyMap(PackageDirectory.text(of: "Examples/keymap.json"))
  }

  private func writeKeyMap(_ text: String) throws {
    try fixture.home.write(text, to: ".config/minuta/keymap.json")
  }

  private var environment: [String: String] {
    fixture.environment.merging([
      // Without an address, awesome would start a bus that nobody ends.
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      "SHELL": "/bin/sh", "XDG_RUNTIME_DIR": fixture.home.path,
    ]) { $1 }
  }

  private func run(_ words: String...) async throws -> ChildProcess.Result {
    try await TestPrograms.run(program, words, environment: environment)
  }

  private var ready: String { fixture.home.path + "/ready" }

  /// Writes a host's configuration with the bindings, and returns its path.
  private func configuration(_ host: String) async throws -> String {
    let printed = try await run("keys", host)
    #expect(printed.status == 0, "\(printed.errors)")
    let bindings = try fixture.home.write(printed.output, to: "minuta.conf")
    let main =
      host == "i3"
      ? "include \(bindings)\nbindsym Pause exec --no-startup-id touch \(ready)\n"
      : printed.output + "\nPause\n  touch \(ready)\n"
    return try fixture.home.write("# i3 config file (v4)\n" + main, to: "host.conf")
  }

  /// Starts a host and dunst on a virtual display, and checks a day.
  private func expectADay(in host: String, _ arguments: [String]) async throws {
    let notifications = try await NotificationSession()
    defer { notifications.end() }
    try await XSession.run(
      host,
      arguments,
      environment: environment.merging(notifications.environment) { $1 },
      probe: .init("Pause", makes: ready)
    ) { session in
      try await notifications.withDaemon(session.environment) {
        try await expectADay(session, notifications)
      }
    }
  }

  private func expectADay(
    _ session: some KeyChordSender,
    _ notifications: NotificationSession
  ) async throws {
    try await session.press("super+shift+w")
    try await wait(for: "timer") { try fixture.records().count == 1 }
    let started = try await notifications.nextNotification().text
    #expect(started.hasPrefix("Started 'Work' (new tag) at "), "\(started)")
    try await session.press("super+shift+x")
    try await wait(for: "end") { try fixture.records().first?["endTime"] != nil }
    let stopped = try await notifications.nextNotification().text
    #expect(stopped.hasPrefix("Stopped 'Work'"), "\(stopped)")
    let status = try JSONValue(parsing: try await run("records", "--json").output)
    #expect(status["value"]?["records"]?.array?.map { $0["tag"]?["name"] } == ["Work"])
  }

  @Test func `bindings of invalid keys are not printed`() async throws {
    _ = try await fixture.run("tag-create", "Old")
    _ = try await fixture.run("tag-archive", "Old")
    try writeKeyMap(
      """
      {"minuta": 1, "keys": {
        "archived": {"press": "LOGO+a", "call": {"intent": "StartTimer", "with": {"tag": "Old"}}},
        "missing": {"press": "LOGO+b", "call": {"intent": "RenameTag", "with": {"tag": "Old"}}},
        "moment": {"press": "LOGO+c", "call": {"intent": "StopTimer", "with": {"at": "25:00"}}},
        "stop": {"press": "LOGO+s", "call": {"intent": "StopTimer"}},
        "unknown": {"press": "LOGO+d", "call": {"intent": "StartTimr"}},
        "well": {"press": "LOGO+e", "call": {"intent": "StopTimer", "with": {"tag": "New"}}},
        "wrong": {"press": "LOGO+f", "call": {"intent": "StartTimer", "with": {"tags": "A"}}}
      }}
      """
    )
    let before = try fixture.content()
    let result = try await run("keys", "i3")
    #expect(result.output.isEmpty)
    let file = fixture.home.path + "/.config/minuta/keymap.json"
    let errors = result.errors.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("  ") }
    let slugs = ["archived", "missing", "moment", "unknown", "wrong"]
    #expect(errors.count == slugs.count)
    for (error, slug) in zip(errors, slugs) {
      let line = ["archived": 2, "missing": 3, "moment": 4, "unknown": 6, "wrong": 8][slug] ?? 0
      #expect(error.hasPrefix("minuta: \(file):\(line): key '\(slug)': "))
    }
    #expect(errors[0].contains("'Old' is archived"))
    #expect(errors[3].hasSuffix("Unknown intent 'StartTimr' (did you mean 'StartTimer'?)."))
    #expect(result.status == 1)
    #expect(try fixture.content() == before)
    _ = try await fixture.run("tag-unarchive", "Old")
    #expect(try await run("keys", "i3").status == 2)
    #expect(try await run("key", "stop").status == 0)
  }

  @Test(
    .requires("i3", "sxhkd", "Xvfb", "xdotool", "dunst", "dbus-daemon", "notify-send"),
    arguments: ["i3", "sxhkd"]
  )
  func `D64 a pressed key starts and stops a timer on the disk and says so`(host: String)
    async throws
  {
    try await expectADay(in: host, ["-c", configuration(host)])
  }

  @Test(.requires("sway", "wtype", "dunst", "dbus-daemon", "notify-send"))
  func `D64 a key pressed in sway starts and stops a timer on the disk and says so`() async throws {
    let printed = try await run("keys", "sway")
    #expect(printed.status == 0, "\(printed.errors)")
    let configuration = """
      \(printed.output)
      bindsym Pause exec touch \(ready)

      """
    let notifications = try await NotificationSession(mapping: SwaySession.userMapping)
    defer { notifications.end() }
    try await SwaySession.run(
      configuration,
      in: fixture.home,
      environment: environment.merging(notifications.environment) { $1 }
    ) { session in
      try await notifications.withDaemon(session.environment) {
        try await expectADay(session, notifications)
      }
    }
  }

  @Test(
    .requires("kglobalaccel5", "Xvfb", "xdotool", "dunst", "dbus-daemon", "notify-send")
  )
  func `D64 an installed key of KDE starts and stops a timer on the disk and says so`()
    async throws
  {
    try fixture.home.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Ready
      Exec=/bin/true
      Actions=ready;
      [Desktop Action ready]
      Name=Ready
      Exec=touch \(ready)
      X-KDE-Shortcuts=Pause

      """,
      to: ".local/share/kglobalaccel/ready.desktop"
    )
    #expect(try await run("keys", "install", "kde").status == 0)
    try await expectADay(in: "kglobalaccel5", [])
  }

  @Test(.requires("i3", "Xvfb", "xdotool"))
  func `D68 a held key starts one timer`() async throws {
    try writeKeyMap(
      """
      {"minuta": 1, "debounceMs": 60000, "keys": {"more": {"press": "LOGO+m", "call":
        {"intent": "StartTimer", "with": {"parallel": true}}}}}
      """
    )
    try await XSession.run(
      "i3",
      ["-c", configuration("i3")],
      environment: environment,
      probe: .init("Pause", makes: ready)
    ) { session in
      let file = fixture.home.path + "/.local/state/minuta/keys/key-more"
      var presses: Set<Date> = []
      try await session.hold("super+m") {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        if let pressed = attributes?[.modificationDate] as? Date { presses.insert(pressed) }
        return presses.count >= 5
      }
      #expect(try fixture.records().count == 1)
    }
  }

  @Test func `E37 a hostile name in the key map stays text`() async throws {
    let name = #"R&D; rm -rf ~ $(reboot) "x" 'y'"#
    let map: JSONValue = [
      "minuta": 1,
      "keys": [
        "start": [
          "press": "LOGO+w", "call": ["intent": "StartTimer", "with": ["tag": .string(name)]],
        ]
      ],
    ]
    try writeKeyMap(map.text())
    #expect(try await run("key", "start").status == 0)
    let tags = try JSONValue(parsing: fixture.home.text(of: "store/tags.json"))
    #expect(tags["tags"]?.array?.map { $0["name"]?.string } == [name])
    #expect(try await run("keys", "i3").output.contains("R&D") == false)
  }

  @Test func `a press in a dry run doesn't debounce the next one`() async throws {
    let dry = try await run("key", "start-work", "--dry-run")
    #expect(dry.output.hasSuffix(" Dry run: nothing was written.\n"))
    #expect(try fixture.home.content().keys.contains { $0.hasPrefix(".local") } == false)
    #expect(try await run("key", "start-work").status == 0)
    #expect(try fixture.records().count == 1)
  }

  @Test func `a second press within a second is reported and ignored`() async throws {
    // The second process may take over a second to start, so use a long debounce time.
    try writeKeyMap(
      PackageDirectory.text(of: "Examples/keymap.json")
        .replacing(#""minuta": 1,"#, with: #""minuta": 1, "debounceMs": 60000,"#)
    )
    #expect(try await run("key", "start-work").status == 0)
    let again = try await run("key", "start-work")
    #expect(again.status == 0)
    #expect(again.output.isEmpty)
    #expect(again.errors.contains("was pressed a moment ago"))
    #expect(try fixture.records().count == 1)
  }

  @Test(arguments: [
    ("{", 2, "invalid JSON"), ("{\"minuta\": 1, \"keys\": {}}", 2, "no key 'start-work'"),
    (
      #"{"minuta": 1, "keys": {"start-work": {"press": "LOGO+W", "call": {"intent": "X"}}}}"#, 2,
      "LOGO+W"
    ),
    (
      #"{"minuta": 1, "keys": {"start-work": {"press": "LOGO+w", "call": {"intent": "StartTimr"}}}}"#,
      2, "StartTimr"
    ),
  ])
  func `a mistake in the key map is reported and changes nothing`(
    map: String,
    status: Int32,
    message: String
  ) async throws {
    try writeKeyMap(map)
    let result = try await run("key", "start-work")
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count { !$0.hasPrefix("  ") } == 1)
    #expect(try fixture.content().isEmpty)
  }

  @Test func `D63 an unsafe program path is refused with a hint`() async throws {
    let folder = fixture.home.path + "/it's a {path}"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/minuta",
      withDestinationPath: TestPrograms.minuta
    )
    let result = try await TestPrograms.run(
      folder + "/minuta",
      ["keys", "sway"],
      environment: environment
    )
    #expect(result.status == 2)
    #expect(result.errors.contains("link"))
    #expect(result.output.isEmpty)
  }

  @Test func `D67 hostile names stay text in waybar`() async throws {
    _ = try await run("start", "<b>&\"'%{A1:x:}#(x)\n\u{1B}")
    let line = try await run("status", "waybar").output
    #expect(line.hasSuffix("\n") && line.dropLast().contains("\n") == false)
    let text = try JSONValue(parsing: line)["text"]?.string ?? ""
    #expect(text.hasPrefix("&lt;b&gt;&amp;"))
    #expect(text.contains("<") == false)
  }
}
