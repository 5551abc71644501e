import Foundation
import MinutaTestSupport
import Testing

/// Tests that a running host uses the bindings as soon as `minuta keys install` has written them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyRunningHostTests {
  private let fixture: KeyHostFixture
  private let ready: String

  init() throws {
    fixture = try KeyHostFixture()
    ready = fixture.path("ready")
    try fixture.home.write(#"{"feedback": "none"}"#, to: ".config/minuta/settings.json")
  }

  /// Starts a host on a virtual X display, installs the bindings, and presses a key until there is
  /// a record.
  private func expectRecord(
    in host: String,
    _ flags: String...,
    file: String,
    content: String,
    _ variables: [String: String] = [:]
  ) async throws {
    let path = try fixture.home.write(content, to: file)
    try await XSession.run(
      host,
      flags + [path],
      environment: fixture.environment.merging(variables) { $1 },
      probe: .init("Pause", makes: ready)
    ) { session in
      // The hosts of other tests run at the same time.
      try await fixture.home.writeExecutable(
        "#!/bin/sh\nexec /usr/bin/pkill -g \(session.hostID) \"$@\"\n",
        to: "bin/pkill"
      )
      try await install(in: host, session.environment)
      try await session.waitUntilIdle()
      try await expectRecord(by: session, session.hostLog)
    }
  }

  /// Installs the bindings, and expects that the host was asked to reload them.
  private func install(in host: String, _ environment: [String: String]) async throws {
    let path = "\(fixture.home.path)/bin:/usr/local/bin:/usr/bin:/bin"
    let result = try await TestPrograms.run(
      fixture.program,
      ["keys", "install", host],
      environment: environment.merging(["PATH": path]) { $1 }
    )
    #expect(result.output.hasSuffix(" Asked \(host) to reload.\n"), "\(result)")
  }

  /// Presses a key until there is a record.
  private func expectRecord(
    by sender: some KeyChordSender,
    _ log: @autoclosure () -> String
  ) async throws {
    try await wait(for: "record: \(log())") {
      try await sender.press("super+shift+w")
      return try !fixture.minuta.records().isEmpty
    }
    #expect(try fixture.minuta.records().count == 1)
  }

  @Test(.requires("i3", "i3-msg", "Xvfb", "xdotool"))
  func `i3 runs a key after install`() async throws {
    try await expectRecord(
      in: "i3",
      "-c",
      file: ".config/i3/config",
      content: "# i3 config file (v4)\nbindsym Pause exec touch \(ready)\n"
    )
  }

  @Test(.requires("awesome", "awesome-client", "dbus-daemon", "Xvfb", "xdotool"))
  func `awesome runs a key after install`() async throws {
    let bus = try await NotificationSession()
    defer { bus.end() }
    try await expectRecord(
      in: "awesome",
      "-c",
      file: ".config/awesome/rc.lua",
      content: """
        local awful = require("awful")
        root.keys(awful.key({}, "Pause", function() awful.spawn({"touch", "\(ready)"}) end))

        """,
      bus.environment
    )
  }

  @Test(.requires("openbox", "Xvfb", "xdotool"))
  func `Openbox runs a key after install`() async throws {
    try await expectRecord(
      in: "openbox",
      "--config-file",
      file: ".config/openbox/rc.xml",
      content: """
        <?xml version="1.0"?>
        <openbox_config xmlns="http://openbox.org/3.4/rc">
        <keyboard>
        <keybind key="Pause"><action name="Execute"><command>touch \(ready)</command></action></keybind>
        </keyboard>
        </openbox_config>

        """
    )
  }

  @Test(.requires("sxhkd", "pkill", "Xvfb", "xdotool"))
  func `sxhkd runs a key after install`() async throws {
    try await expectRecord(
      in: "sxhkd",
      "-c",
      file: ".config/sxhkd/sxhkdrc",
      content: "Pause\n  touch \(ready)\n",
      ["SHELL": "/bin/sh"]
    )
  }

  @Test(.requires("xbindkeys", "pkill", "Xvfb", "xdotool"))
  func `xbindkeys runs a key after install`() async throws {
    try await expectRecord(
      in: "xbindkeys",
      "-n",
      "-f",
      file: ".xbindkeysrc",
      content: "\"touch \(ready)\"\n  Pause\n"
    )
  }

  /// A keyboard in sway, which presses the key that has a `w` in the US layout.
  private struct SwayKeyboard: KeyChordSender {
    let session: SwaySession
    /// The name of what the key types; nil for the US layout.
    let name: String?

    func press(_ chord: String) async throws { try await session.press(chord, as: name) }
  }

  @Test(
    .requires("sway", "swaymsg", "wtype"),
    arguments: [nil, "Cyrillic_tse", "Greek_finalsmallsigma"]
  )
  func `sway runs a key after install, also in a layout without Latin letters`(
    name: String?
  ) async throws {
    let path = try fixture.home.write("# Keys\n", to: ".config/sway/config")
    let environment = fixture.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": "", "SHELL": "/bin/sh",
    ]) { $1 }
    try await SwaySession.run(
      "include \(path)\nbindsym Pause exec touch \(ready)\n",
      in: fixture.home,
      environment: environment
    ) { session in
      try await install(in: "sway", session.environment)
      let keyboard = SwayKeyboard(session: session, name: name)
      try await expectRecord(by: keyboard, (try? fixture.home.text(of: "sway.log")) ?? "")
    }
  }
}
