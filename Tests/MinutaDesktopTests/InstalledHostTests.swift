import Foundation
import MinutaDesktop
import MinutaTestSupport
import Testing

extension ProgramTests {
  /// Starts window managers with generated configurations, and simulates key presses.
  @Suite(.timeLimit(.minutes(10)))
  struct InstalledHostTests {
    private let folder: TemporaryDirectory
    private let program: ArgumentRecorder
    private let ready: String

    init() async throws {
      folder = try TemporaryDirectory()
      program = try await ArgumentRecorder(in: folder, name: "minuta-1.0+x_y")
      ready = folder.path + "/ready"
    }

    private var environment: [String: String] {
      [
        // Without an address, awesome would start a bus that nobody ends.
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        "HOME": folder.path, "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
        "XDG_CONFIG_HOME": folder.path + "/config", "XDG_RUNTIME_DIR": folder.path,
      ]
    }

    /// Writes the configuration that Minuta generates for a program, and returns its path.
    ///
    /// - Parameter host: the name of the key binding program.
    private func write(_ host: String, _ map: KeyMap) throws -> String {
      let text = try KeyBindingGenerators.named(host)
        .configuration(of: map, program: ProgramPath(program.path))
      return try folder.write(text, to: "minuta.conf")
    }

    /// Starts i3 with the generated configuration for a key map, and calls `body`.
    private func inI3(_ map: KeyMap, _ body: (XSession) async throws -> Void) async throws {
      let main = """
        # i3 config file (v4)
        include \(try write("i3", map))
        bindsym Pause exec --no-startup-id touch \(ready)

        """
      try await XSession.run(
        "i3",
        ["-c", try folder.write(main, to: "config/i3/config")],
        environment: environment,
        probe: .init("Pause", makes: ready),
        body
      )
    }

    /// Starts sxhkd with the generated configuration for a key map, and calls `body`.
    private func inSxhkd(_ map: KeyMap, _ body: (XSession) async throws -> Void) async throws {
      try folder.write("Pause\n  touch \(ready)\n", to: "config/sxhkd/sxhkdrc")
      try await XSession.run(
        "sxhkd",
        [try write("sxhkd", map)],
        environment: environment,
        probe: .init("Pause", makes: ready),
        body
      )
    }

    /// Starts a host whose main file contains the generated configuration, and calls `body`.
    private func inHost(
      _ host: String,
      _ arguments: [String],
      main: (String) -> String,
      _ body: (XSession) async throws -> Void
    ) async throws {
      let text = try KeyBindingGenerators.named(host)
        .configuration(of: .pressable, program: ProgramPath(program.path))
      let file = try folder.write(main(text), to: "host.conf")
      try await XSession.run(
        host,
        arguments + [file],
        environment: environment,
        probe: .init("Pause", makes: ready),
        body
      )
    }

    private func expectRuns(_ session: XSession) async throws {
      let chords = [
        ("log_2", "ctrl+alt+period"), ("play", "XF86AudioPlay"), ("start-work", "super+shift+w"),
        ("stop", "super+ctrl+alt+shift+s"),
      ]
      for (slug, chord) in chords {
        try await session.press(chord)
        try await wait(for: "run of \(slug): \(session.hostLog)") {
          try program.runs.contains([program.path, "key", slug])
        }
      }
      #expect(try program.runs.count == chords.count)
    }

    @Test(.requires("i3", "Xvfb", "xdotool"))
    func `D64 i3 runs the exact arguments`() async throws {
      try await inI3(.pressable) { try await expectRuns($0) }
    }

    @Test(.requires("sxhkd", "Xvfb", "xdotool"))
    func `D64 sxhkd runs the exact arguments`() async throws {
      try await inSxhkd(.pressable) { try await expectRuns($0) }
    }

    @Test(.requires("xbindkeys", "Xvfb", "xdotool"))
    func `D64 xbindkeys runs the exact arguments`() async throws {
      try await inHost("xbindkeys", ["-n", "-f"]) { text in
        text + "\"touch \(ready)\"\n  Pause\n"
      } _: {
        try await expectRuns($0)
      }
    }

    @Test(.requires("openbox", "Xvfb", "xdotool"))
    func `D64 Openbox runs the exact arguments`() async throws {
      try await inHost("openbox", ["--config-file"]) { text in
        """
        <?xml version="1.0"?>
        <openbox_config xmlns="http://openbox.org/3.4/rc">
        <keyboard>
        \(text)<keybind key="Pause"><action name="Execute"><command>touch \(ready)</command></action></keybind>
        </keyboard>
        </openbox_config>

        """
      } _: {
        try await expectRuns($0)
      }
    }

    @Test(.requires("awesome", "Xvfb", "xdotool"))
    func `D64 awesome runs the exact arguments`() async throws {
      try await inHost("awesome", ["-c"]) { text in
        """
        local awful = require("awful")
        root.keys(awful.key({}, "Pause", function() awful.spawn({"touch", "\(ready)"}) end))
        \(text)
        """
      } _: {
        try await expectRuns($0)
      }
    }

    @Test(.requires("i3", "Xvfb", "xdotool"))
    func `D68 i3 repeats a held key, so presses must be debounced`() async throws {
      try await inI3(.pressable) { session in
        try await session.hold("super+shift+w") { try program.runs.count >= 3 }
      }
    }

    @Test(.requires("sxhkd", "Xvfb", "xdotool"))
    func `sxhkd knows every key name`() async throws {
      try await inSxhkd(.everyKey) { session in
        #expect(!session.hostLog.contains("Unknown keysym"), "\(session.hostLog)")
      }
    }

    @Test(.requires("sxhkd", "Xvfb", "xdotool"))
    func `sxhkd runs a program with the longest allowed path`() async throws {
      let name = String(repeating: "x", count: ProgramPath.limit - folder.path.utf8.count - 2)
      let deep = stride(from: 0, to: name.count, by: 100).map { start in
        name.dropFirst(start).prefix(99)
      }
      let long = try await ArgumentRecorder(in: folder, name: deep.joined(separator: "/"))
      #expect(long.path.utf8.count > ProgramPath.limit - 3)
      let slug = String(repeating: "s", count: 64)
      let map = try KeyMap(
        #"{"minuta": 1, "keys": {"\#(slug)": {"press": "LOGO+l", "call": {"intent": "X"}}}}"#
      )
      let text = try KeyBindingGenerators.named("sxhkd")
        .configuration(of: map, program: ProgramPath(long.path))
      let main = try folder.write(text + "Pause\n  touch \(ready)\n", to: "sxhkdrc")
      try await XSession.run(
        "sxhkd",
        ["-c", main],
        environment: environment,
        probe: .init("Pause", makes: ready)
      ) { session in
        try await session.press("super+l")
        try await wait(for: "run") { try long.runs == [[long.path, "key", slug]] }
      }
    }
  }
}

extension KeyMap {
  /// A key map whose keys exist on the keyboard of Xvfb, the X server used in tests.
  static var pressable: KeyMap {
    get throws {
      let call = #""call": {"intent": "StopTimer"}"#
      return try KeyMap(
        """
        {"minuta": 1, "keys": {
          "stop": {"press": "LOGO+CTRL+ALT+SHIFT+s", \(call)},
          "start-work": {"press": "LOGO+SHIFT+w", \(call)},
          "play": {"press": "XF86AudioPlay", \(call)},
          "log_2": {"press": "CTRL+ALT+period", \(call)}
        }}
        """
      )
    }
  }

  /// A key map with a key binding for each supported key name.
  static var everyKey: KeyMap {
    get throws {
      let keys = KeyNames.all.enumerated().map { index, name in
        #""k\#(index)": {"press": "LOGO+\#(name)", "call": {"intent": "StopTimer"}}"#
      }
      return try KeyMap(#"{"minuta": 1, "keys": {\#(keys.joined(separator: ","))}}"#)
    }
  }
}
