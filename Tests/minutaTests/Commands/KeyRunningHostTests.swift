import Foundation
import MinutaTestSupport
import Testing

/// Tests that a running host uses the bindings as soon as `minuta keys install` has written them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyRunningHostTests {
  private let fixture: MinutaFixture
  private let program: String
  private let ready: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    ready = "\(fixture.home.path)/ready"
    try fixture.writeExampleKeyMap()
    try fixture.home.write(#"{"feedback": "none"}"#, to: ".config/minuta/settings.json")
  }

  /// Starts a host, installs the bindings, and presses a key until there is a record.
  private func expectRecord(
    in host: String,
    _ flag: String,
    file: String,
    content: String,
    _ variables: [String: String] = [:]
  ) async throws {
    let path = try fixture.home.write(content, to: file)
    try await XSession.run(
      host,
      [flag, path],
      environment: fixture.environment.merging(variables) { $1 },
      probe: .init("Pause", makes: ready)
    ) { session in
      let result = try await TestPrograms.run(
        program,
        ["keys", "install", host],
        environment: session.environment
      )
      #expect(result.output.hasSuffix(" Asked \(host) to reload.\n"), "\(result)")
      try await wait(for: "record: \(session.hostLog)") {
        try await session.press("super+shift+w")
        return try !fixture.records().isEmpty
      }
      #expect(try fixture.records().count == 1)
    }
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
}
