import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// A home directory with a key map whose keys ask questions through a real picker.
struct PickerDesktop {
  let fixture: MinutaFixture
  private let program: String
  /// The name of the picker.
  let picker: String

  /// Creates a home whose key Super+t switches to a tag, whose key Super+w asks for a workflow, and
  /// whose key Super+m opens the menu.
  init(_ picker: String) throws {
    self.picker = picker
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try fixture.home.write(#"{"picker": "\#(picker)"}"#, to: ".config/minuta/settings.json")
    try fixture.home.write(
      """
      {"minuta": 1, "debounceMs": 0, "keys": {
        "t": {"press": "LOGO+t", "pick": "tag", "call": {"intent": "SwitchTimer"}},
        "w": {"press": "LOGO+w", "pick": "workflow"}
      }}
      """,
      to: ".config/minuta/keymap.json"
    )
  }

  private var ready: String { fixture.home.path + "/ready" }

  /// The bindings in the syntax that i3 and sway share.
  private func bindings() async throws -> String {
    let printed = try await fixture.runProcess(["keys", "i3"], of: program)
    try #require(printed.status == 0, "\(printed.errors)")
    return printed.output.replacing("--no-startup-id ", with: "")
      + """
      bindsym Mod4+m exec \(program) menu
      bindsym Pause exec touch \(ready)

      """
  }

  /// Starts i3 and dunst on a virtual display.
  ///
  /// - Parameter hasBar: Whether i3 has a bar with the status at the top.
  func inI3(
    hasBar: Bool = false,
    _ body: (XSession, NotificationSession) async throws -> Void
  ) async throws {
    let status = "status_command \(program) status i3bar --watch"
    let bar = hasBar ? "bar {\nposition top\ntray_output none\n\(status)\n}\n" : ""
    let file = try await fixture.home.write(
      "# i3 config file (v4)\n" + bindings() + bar,
      to: ".config/i3/config"
    )
    let notifications = try await NotificationSession()
    defer { notifications.end() }
    let environment = fixture.environment.merging(notifications.environment) { $1 }
      .merging(["SHELL": "/bin/sh", "XDG_RUNTIME_DIR": fixture.home.path]) { $1 }
    try await XSession.run(
      "i3",
      ["-c", file],
      environment: environment,
      probe: .init("Pause", makes: ready)
    ) { session in
      try await notifications.withDaemon(session.environment) {
        try await body(session, notifications)
      }
    }
  }

  /// Starts sway and dunst without a screen.
  func inSway(_ body: (SwaySession, NotificationSession) async throws -> Void) async throws {
    let notifications = try await NotificationSession(mapping: SwaySession.userMapping)
    defer { notifications.end() }
    let environment = fixture.environment.merging(notifications.environment) { $1 }
      .merging(["SHELL": "/bin/sh"]) { $1 }
    try await SwaySession.run(bindings(), in: fixture.home, environment: environment) { session in
      try await notifications.withDaemon(session.environment) {
        try await body(session, notifications)
      }
    }
  }

  /// Creates the tags with hostile names, and returns them in the order of a menu.
  func createHostileTags() async throws -> [JSONValue] {
    for name in HostileNames.all {
      let json: JSONValue = ["intent": "CreateTag", "with": ["tag": .string(name)]]
      _ = try await fixture.run(["run", "-"], input: json.text())
    }
    let tags = try await fixture.outcome(["tags"])["value"]?["tags"]?.array ?? []
    try #require(tags.count == HostileNames.all.count)
    return tags
  }

  /// Logs time on `Work`, then on tags whose names contain this name.
  ///
  /// - Returns: The id of `Work`, which isn't among the first rows of a menu.
  func createContainedTag() async throws -> JSONValue {
    for (index, tag) in ["Work", "Homework", "Workshop"].enumerated() {
      _ = try await fixture.run("log", tag, "30m", "--end", "-\(3 - index)h")
    }
    let tags = try await fixture.outcome(["tags"])["value"]?["tags"]?.array ?? []
    return try #require(tags.first { $0["name"] == "Work" }?["id"])
  }

  /// Answers the questions of rofi, each in a window of its own, by typing texts.
  func answer(_ texts: [String], in session: XSession) async throws {
    var closed: Set<String> = []
    for text in texts {
      // The next window may open so soon that none would be seen to close.
      try await wait(for: "next menu") {
        !pickerProcesses.isEmpty && pickerProcesses.isDisjoint(with: closed)
      }
      closed = pickerProcesses
      try await session.waitForWindow("Rofi", isOpen: true)
      try await session.write(text)
      try await session.press("Return")
    }
    try await session.waitForWindow("Rofi", isOpen: false)
  }

  /// Waits until the number of records is `count` and one of them is running, and returns it.
  ///
  /// While one timer replaces another, both are running for a moment.
  func runningRecords(among count: Int) async throws -> [JSONValue] {
    var running: [JSONValue] = []
    try await wait(for: "one running of \(count) records") {
      let records = try fixture.records()
      running = records.filter { $0["endTime"] == nil }
      return records.count == count && running.count == 1
    }
    return running
  }

  /// The names of the tags.
  func tagNames() throws -> [String] {
    let tags = try JSONValue(parsing: fixture.home.text(of: "store/tags.json"))
    return tags["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
  }

  /// The command lines of the processes of this home's program, and of its picker.
  var processes: [String] { Array(commandLines.values) }

  /// The ids of the picker's processes.
  var pickerProcesses: Set<String> {
    Set(commandLines.filter { $0.value.hasPrefix(pickerProgram) }.keys)
  }

  private var pickerProgram: String { "/usr/bin/\(picker)\0" }

  /// The command lines of the program's and the picker's processes, by process id.
  private var commandLines: [String: String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var lines: [String: String] = [:]
    for id in all where id.allSatisfy(\.isNumber) {
      let environment = try? String(contentsOfFile: "/proc/\(id)/environ", encoding: .utf8)
      guard environment?.contains("HOME=\(fixture.home.path)\0") == true else { continue }
      lines[id] = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)
    }
    return lines.filter { $0.value.hasPrefix(program) || $0.value.hasPrefix(pickerProgram) }
  }
}
