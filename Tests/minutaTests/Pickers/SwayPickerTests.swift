import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests fuzzel, wofi and bemenu in sway without a screen.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SwayPickerTests {
  @Test(
    .requires("sway", "wtype", "dunst", "dbus-daemon", "fuzzel", "wofi", "bemenu"),
    arguments: ["fuzzel", "wofi", "bemenu"]
  )
  func `a typed name starts a timer and a notification says so`(picker: String) async throws {
    let desktop = try PickerDesktop(picker)
    _ = try await desktop.fixture.run("log", "Work", "30m")
    _ = try await desktop.fixture.run("log", "Email", "10m")
    try await desktop.inSway { session, notifications in
      let keyboard = try keyboard(for: picker, session)
      defer { keyboard?.end() }
      try await session.press("super+t")
      try await session.waitForPicker(isOpen: true)
      try await session.type([["-d", "40", "R&D; $(id)"], ["-k", "Return"]])
      _ = try await desktop.runningRecords(among: 3)
      // The record is on the disk before the list of tags; the notification comes after both.
      let text = try await notifications.nextNotification().text
      #expect(text.hasPrefix("Started 'R&amp;D; $(id)' (new tag) at "), "\(text)")
      #expect(try desktop.tagNames() == ["Work", "Email", "R&D; $(id)"])
      try await session.waitForPicker(isOpen: false)

      let before = try desktop.fixture.content()
      try await session.press("super+t")
      try await session.waitForPicker(isOpen: true)
      try await session.type([["-k", "Escape"]])
      try await wait(for: "end of \(picker)") { desktop.processes.isEmpty }
      #expect(try desktop.fixture.content() == before)
    }
  }

  @Test(
    .requires("sway", "wtype", "dunst", "dbus-daemon", "fuzzel", "wofi", "bemenu"),
    arguments: ["fuzzel", "wofi", "bemenu"]
  )
  func `each hostile name can be chosen and stays a name`(picker: String) async throws {
    let desktop = try PickerDesktop(picker)
    let tags = try await desktop.createHostileTags()
    try await desktop.inSway { session, notifications in
      let keyboard = try keyboard(for: picker, session)
      defer { keyboard?.end() }
      for (index, tag) in tags.reversed().enumerated() {
        try await session.press("super+t")
        try await session.waitForPicker(isOpen: true)
        let down = (1..<tags.count).flatMap { _ in ["-k", "Down"] + pause(for: picker) }
        try await session.type([down + ["-k", "Return"]])
        let running = try await desktop.runningRecords(among: index + 1)
        #expect(running.map { $0["tagId"] } == [tag["id"]], "\(tag)")
        _ = try await notifications.nextNotification()
        try await session.waitForPicker(isOpen: false)
      }
      #expect(try Set(desktop.tagNames()) == Set(HostileNames.all))
      try await wait(for: "end of \(picker)") { desktop.processes.isEmpty }
    }
  }

  @Test(.requires("sway", "wtype", "dunst", "dbus-daemon", "bemenu"))
  func `a typed name of a tag starts it, and no recent tag that contains it`() async throws {
    let desktop = try PickerDesktop("bemenu")
    let work = try await desktop.createContainedTag()
    try await desktop.inSway { session, _ in
      let keyboard = try keyboard(for: "bemenu", session)
      defer { keyboard?.end() }
      try await session.press("super+t")
      try await session.waitForPicker(isOpen: true)
      try await session.type([["-d", "40", "work"], ["-k", "Return"]])
      #expect(try await desktop.runningRecords(among: 4).map { $0["tagId"] } == [work])
    }
  }

  /// Returns the pause after a key: bemenu drops a key that comes before it has drawn the last one.
  private func pause(for picker: String) -> [String] { picker == "bemenu" ? ["-s", "40"] : [] }

  /// Returns a keyboard that stays connected; nil for fuzzel.
  ///
  /// A virtual keyboard exists only while `wtype` runs. bemenu crashes without a keyboard, and fuzzel
  /// if it gets a second one.
  private func keyboard(for picker: String, _ session: SwaySession) throws -> ChildProcess? {
    guard picker != "fuzzel" else { return nil }
    return try ChildProcess(
      TestPrograms.installed("wtype") ?? "wtype",
      ["-s", "3600000", "-k", "Pause"],
      environment: session.environment
    )
  }
}
