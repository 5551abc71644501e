import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests rofi and dmenu on a virtual X display: a key is pressed, a row is chosen or a text typed,
/// and the record is on the disk.
@Suite(.serialized, .timeLimit(.minutes(10))) struct XPickerTests {
  private static let windows = ["rofi": "Rofi", "dmenu": "dmenu"]

  @Test(
    .requires("i3", "Xvfb", "xdotool", "dunst", "dbus-daemon", "rofi", "dmenu"),
    arguments: ["rofi", "dmenu"]
  )
  func `a typed name starts a timer and a notification says so`(picker: String) async throws {
    let desktop = try PickerDesktop(picker)
    let window = try #require(Self.windows[picker])
    _ = try await desktop.fixture.run("log", "Work", "30m")
    _ = try await desktop.fixture.run("log", "Email", "10m")
    try await desktop.inI3 { session, notifications in
      try await session.press("super+t")
      try await session.waitForWindow(window, isOpen: true)
      try await session.write("R&D; $(id)")
      try await session.press("Return")
      let records = try await desktop.runningRecords(among: 3)
      // The record is on the disk before the list of tags; the notification comes after both.
      let (first, icon) = try await notifications.nextNotification()
      #expect(first.hasPrefix("Started 'R&amp;D; $(id)' (new tag) at "), "\(first)")
      #expect(try desktop.tagNames() == ["Work", "Email", "R&D; $(id)"])
      #expect(icon.hasSuffix(".png") && FileManager.default.fileExists(atPath: icon))

      // Rows come in the order of their last records.
      try await session.press("super+t")
      try await session.waitForWindow(window, isOpen: true)
      try await session.press("Down")
      try await session.press("Return")
      let switched = try await desktop.runningRecords(among: 4)
      #expect(switched.count == 1 && switched != records)
      let text = try await notifications.nextNotification().text
      #expect(text.contains("started 'Email'"), "\(text)")

      let before = try desktop.fixture.content()
      try await session.press("super+t")
      try await session.waitForWindow(window, isOpen: true)
      try await session.press("Escape")
      try await wait(for: "end of \(picker)") { desktop.processes.isEmpty }
      #expect(try desktop.fixture.content() == before)
    }
  }

  @Test(
    .requires("i3", "Xvfb", "xdotool", "dunst", "dbus-daemon", "rofi", "dmenu"),
    arguments: ["rofi", "dmenu"]
  )
  func `each hostile name can be chosen and stays a name`(picker: String) async throws {
    let desktop = try PickerDesktop(picker)
    let window = try #require(Self.windows[picker])
    let tags = try await desktop.createHostileTags()
    try await desktop.inI3 { session, notifications in
      // The chosen tag moves to the first row, so the last row is another each time.
      for (index, tag) in tags.reversed().enumerated() {
        try await session.press("super+t")
        try await session.waitForWindow(window, isOpen: true)
        for _ in 1..<tags.count { try await session.press("Down") }
        try await session.press("Return")
        let running = try await desktop.runningRecords(among: index + 1)
        #expect(running.map { $0["tagId"] } == [tag["id"]], "\(tag)")
        _ = try await notifications.nextNotification()
      }
      #expect(try Set(desktop.tagNames()) == Set(HostileNames.all))
      try await wait(for: "end of \(picker)") { desktop.processes.isEmpty }
    }
  }

  @Test(
    .requires("i3", "Xvfb", "xdotool", "dunst", "dbus-daemon", "rofi", "dmenu"),
    arguments: ["rofi", "dmenu"]
  )
  func `a typed name of a tag starts it, and no recent tag that contains it`(picker: String)
    async throws
  {
    let desktop = try PickerDesktop(picker)
    let window = try #require(Self.windows[picker])
    let work = try await desktop.createContainedTag()
    try await desktop.inI3 { session, _ in
      try await session.press("super+t")
      try await session.waitForWindow(window, isOpen: true)
      try await session.write("work")
      try await session.press("Return")
      #expect(try await desktop.runningRecords(among: 4).map { $0["tagId"] } == [work])
    }
  }

  @Test(.requires("i3", "Xvfb", "xdotool", "dunst", "dbus-daemon", "rofi"))
  func `the menu logs, changes a comment and undoes`() async throws {
    let desktop = try PickerDesktop("rofi")
    _ = try await desktop.fixture.run("start", "Work")
    try await desktop.inI3 { session, notifications in
      func choose(_ texts: [String]) async throws -> String {
        try await session.press("super+m")
        try await desktop.answer(texts, in: session)
        return try await notifications.nextNotification().text
      }
      let stopped = try await choose(["Stop"])
      #expect(stopped.hasPrefix("Stopped 'Work'"), "\(stopped)")
      let logged = try await choose(["Log…", "Email", "25m"])
      #expect(logged.hasPrefix("Logged 25m on 'Email'"), "\(logged)")
      let changed = try await choose(["Change the comment", "Plan"])
      // The last record is the one that started last.
      #expect(changed.contains("Work"), "\(changed)")
      #expect(try desktop.fixture.records().map { $0["comment"] } == [nil, "Plan"])
      let undone = try await choose(["Undo"])
      #expect(undone.hasPrefix("Undid ") && undone.contains("'edit'"), "\(undone)")
      #expect(try desktop.fixture.records().map { $0["comment"] } == [nil, nil])
    }
  }

  @Test(.requires("i3", "i3bar", "Xvfb", "xdotool", "dunst", "dbus-daemon", "rofi"))
  func `a right click on i3bar opens the menu, which switches and resumes`() async throws {
    let desktop = try PickerDesktop("rofi")
    _ = try await desktop.fixture.run("log", "Email", "10m")
    _ = try await desktop.fixture.run("start", "Work", "--at", "-5m")
    try await desktop.inI3(hasBar: true) { session, notifications in
      func choose(_ texts: String...) async throws -> String {
        // The bar may still be empty.
        try await wait(for: "menu") {
          try await session.click(3, x: 630, y: 8)
          return !desktop.pickerProcesses.isEmpty
        }
        try await desktop.answer(texts, in: session)
        var text = ""
        repeat {
          text = try await notifications.nextNotification().text
          // Another click before the menu was seen opens none.
        } while text.hasPrefix("A menu is open already.")
        return text
      }
      let switched = try await choose("Switch to…", "Email")
      #expect(switched.contains("started 'Email'"), "\(switched)")
      let stopped = try await choose("Stop")
      #expect(stopped.hasPrefix("Stopped 'Email'"), "\(stopped)")
      let resumed = try await choose("Resume…", "Work")
      #expect(resumed.hasPrefix("Started 'Work'"), "\(resumed)")
      #expect(try await desktop.runningRecords(among: 4).count == 1)
    }
    try await wait(for: "end of the bar") { desktop.processes.isEmpty }
  }

  @Test(.requires("i3", "Xvfb", "xdotool", "dunst", "dbus-daemon", "rofi"))
  func `a key runs the chosen workflow`() async throws {
    let desktop = try PickerDesktop("rofi")
    for (id, tag) in [("email", "Email"), ("plan", "Plan")] {
      try desktop.fixture.home.write(
        """
        {"minuta": 1, "id": "\(id)", "title": "Begin \(id)",
          "steps": [{"id": "s", "intent": "LogTime", "with": {"tag": "\(tag)", "duration": "5m"}}]}
        """,
        to: ".config/minuta/intents/\(id).json"
      )
    }
    try await desktop.inI3 { session, notifications in
      try await session.press("super+w")
      try await desktop.answer(["Begin plan"], in: session)
      let text = try await notifications.nextNotification().text
      #expect(text == "Begin plan: 1 done.")
      #expect(try desktop.fixture.records().count == 1)
      #expect(try desktop.tagNames() == ["Plan"])
    }
  }
}
