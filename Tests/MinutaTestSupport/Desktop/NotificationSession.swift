import Foundation
import JSONText

/// A session bus with the notification daemon dunst.
package struct NotificationSession: Sendable {
  private let folder: TemporaryDirectory
  private let bus: ChildProcess
  /// The command that gives a program the user ID of the other programs on the bus.
  private let mapping: [String]

  /// The variable that leads programs to the bus.
  package var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path)/bus"]
  }

  /// Starts a bus without a daemon, because the daemon needs a display.
  ///
  /// - Parameter mapping: The words before each command that run it with the user ID of the
  ///   session, because a bus refuses other users.
  package init(mapping: [String] = []) async throws {
    folder = try TemporaryDirectory()
    self.mapping = mapping
    bus = try ChildProcess(
      "/usr/bin/env",
      mapping + [
        "dbus-daemon", "--session", "--nofork", "--nopidfile",
        "--address=unix:path=\(folder.path)/bus",
      ],
      environment: ["PATH": "/usr/bin:/bin"]
    )
    let socket = folder.path + "/bus"
    try await wait(for: "bus") { FileManager.default.fileExists(atPath: socket) }
  }

  /// Ends the bus, and with it the daemon.
  package func end() { bus.end() }

  /// Starts the daemon on a display, runs a function, and ends the daemon.
  ///
  /// - Parameters:
  ///   - environment: The environment of the display.
  ///   - markup: `full` if the daemon reads markup, otherwise `no`.
  package func withDaemon<Result>(
    _ environment: [String: String],
    markup: String = "full",
    _ body: () async throws -> Result
  ) async throws -> Result {
    let all = environment.merging(self.environment) { $1 }
    // Notifications stay until they are closed.
    let file = try folder.write(
      "[global]\nmarkup = \(markup)\n[urgency_normal]\ntimeout = 0\n[urgency_critical]\ntimeout = 0\n",
      to: "dunstrc"
    )
    let daemon = try ChildProcess(
      "/usr/bin/env",
      mapping + ["/bin/sh", "-c", #"exec dunst -conf "$0" 2> "$0.log""#, file],
      environment: all
    )
    defer { daemon.end() }
    let question = [
      "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
      "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Notifications",
    ]
    try await wait(for: "dunst") {
      try await run("dbus-send", question).output.contains("boolean true")
    }
    return try await body()
  }

  /// Waits for a notification, closes it, and returns its text, which is markup, and its icon.
  package func nextNotification() async throws -> (text: String, icon: String) {
    try await wait(for: "notification") {
      let count = try await run("dunstctl", ["count", "displayed"]).output
      return count != "0\n" && !count.isEmpty
    }
    _ = try await run("dunstctl", ["close-all"])
    let history = try await JSONValue(parsing: run("dunstctl", ["history"]).output)
    let last = history["data"]?.array?.first?.array?.first
    return (last?["body"]?["data"]?.string ?? "", last?["icon_path"]?["data"]?.string ?? "")
  }

  private func run(_ program: String, _ words: [String]) async throws -> ChildProcess.Result {
    let all = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    return try await TestPrograms.run(
      "/usr/bin/env",
      mapping + [program] + words,
      environment: all
    )
  }
}
