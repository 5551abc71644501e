import Foundation
import Glibc

/// A virtual X display on which a hotkey program (the host) runs, such as sxhkd.
package struct XSession: Sendable {
  private let folder: TemporaryDirectory
  private let server: ChildProcess
  /// The environment of the host and its commands.
  package let environment: [String: String]
  private let xdotool: String
  /// The process id of the host, which is also the id of its process group.
  package private(set) var hostID: CInt = 0

  /// A key chord that is pressed repeatedly until the host reacts, which shows that it is ready.
  package struct ReadinessProbe: Sendable {
    let chord: String
    let file: String

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - chord: A chord in xdotool's syntax, such as `Pause`. The host's configuration must bind
    ///     it to a command that creates the file.
    ///   - file: The file to wait for.
    package init(_ chord: String, makes file: String) {
      self.chord = chord
      self.file = file
    }
  }

  /// Starts a display and a host, runs a function, and ends both.
  ///
  /// - Parameters:
  ///   - host: The name of the host's program.
  ///   - environment: The environment of the host and its commands, in addition to `DISPLAY`. Its
  ///     home is their working directory.
  ///   - probe: Nil for a host without keys, such as a status bar.
  package static func run<Result>(
    _ host: String,
    _ arguments: [String],
    environment: [String: String],
    probe: ReadinessProbe? = nil,
    _ body: (XSession) async throws -> Result
  ) async throws -> Result {
    var session = try await XSession(environment: environment)
    let program = try session.startHost(host, arguments)
    session.hostID = program.id
    do {
      if let probe {
        try await session.waitUntilIdle()
        try await wait(for: "host that reacts to keys: \(session.hostLog)") {
          try await session.press(probe.chord)
          return FileManager.default.fileExists(atPath: probe.file)
        }
      }
      let result = try await body(session)
      await session.end(program)
      return result
    } catch {
      await session.end(program)
      throw error
    }
  }

  private init(environment: [String: String]) async throws {
    guard let xvfb = TestPrograms.installed("Xvfb"), let xdotool = TestPrograms.installed("xdotool")
    else {
      throw WaitTimeoutError(description: "Xvfb and xdotool are not installed")
    }
    self.xdotool = xdotool
    let folder = try TemporaryDirectory()
    self.folder = folder
    server = try ChildProcess(
      "/bin/sh",
      ["-c", #"out=$1; shift; exec "$@" > "$out/display" 2> "$out/server.log""#, "sh", folder.path]
        + [xvfb, "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "640x480x24"]
    )
    do {
      try await wait(for: "display") { (try? folder.text(of: "display"))?.hasSuffix("\n") == true }
    } catch {
      server.end()
      throw error
    }
    let number = try folder.text(of: "display").dropLast()
    self.environment = environment.merging(["DISPLAY": ":\(number)"]) { $1 }
  }

  private func status(of process: CInt) throws -> String {
    try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
  }

  /// Waits until the host has been asleep, without waking up, in ten checks in a row.
  ///
  /// If a grabbed key is pressed while sxhkd is still sending requests to the display, sxhkd hangs.
  package func waitUntilIdle() async throws {
    var last = ""
    var checks = 0
    try await wait(for: "idle host: \(hostLog)") {
      let sleeps = try status(of: hostID).split(separator: "\n").filter {
        $0.hasPrefix("State:\tS") || $0.hasPrefix("Name:") || $0.contains("ctxt_switches:")
      }
      checks = sleeps.count == 4 && last == sleeps.joined() ? checks + 1 : 0
      last = sleeps.joined()
      return checks == 10
    }
  }

  private func startHost(_ host: String, _ arguments: [String]) throws -> ChildProcess {
    let log = #"log=$1; shift; cd "$HOME"; exec "$@" > "$log" 2>&1"#
    return try ChildProcess(
      "/bin/sh",
      ["-c", log, "sh", folder.path + "/host.log", TestPrograms.installed(host) ?? host]
        + arguments,
      environment: environment
    )
  }

  /// The host's output so far.
  package var hostLog: String { (try? folder.text(of: "host.log")) ?? "" }

  /// Presses and releases a chord.
  ///
  /// - Parameter chord: A chord in xdotool's syntax, such as `super+shift+w`.
  package func press(_ chord: String) async throws {
    try await type("key", chord)
  }

  /// Types a text.
  package func write(_ text: String) async throws {
    try await type("type", text)
  }

  /// Waits until a visible window has this class, or none has.
  ///
  /// A picker grabs the keyboard before it shows its window.
  package func waitForWindow(_ name: String, isOpen: Bool) async throws {
    let words = ["search", "--onlyvisible", "--class", "^\(name)$"]
    try await wait(for: "\(isOpen ? "" : "end of the ")window of \(name): \(hostLog)") {
      try await (TestPrograms.run(xdotool, words, environment: environment).status == 0) == isOpen
    }
  }

  /// Holds a chord down until a condition is true.
  ///
  /// Meanwhile, the display repeats the key.
  package func hold(
    _ chord: String,
    limit: Duration = .seconds(120),
    until isDone: () async throws -> Bool
  ) async throws {
    try await type("keydown", chord)
    do {
      try await wait(for: "end of holding \(chord)", limit: limit, until: isDone)
    } catch {
      try await type("keyup", chord)
      throw error
    }
    try await type("keyup", chord)
  }

  /// Clicks at a position in pixels from the upper left corner.
  package func click(_ button: Int = 1, x: Int, y: Int) async throws {
    try await type("mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  private func type(_ words: String...) async throws {
    let result = try await TestPrograms.run(xdotool, words, environment: environment)
    guard result.status == 0 else {
      throw WaitTimeoutError(description: "xdotool: \(result.errors)")
    }
  }

  /// Writes a picture of the display to a file, which needs ImageMagick.
  package func takeScreenshot(_ file: String) async throws {
    let program = TestPrograms.installed("import") ?? "import"
    let result = try await TestPrograms.run(
      program,
      ["-window", "root", file],
      environment: environment
    )
    guard result.status == 0 else {
      throw WaitTimeoutError(description: "import: \(result.errors)")
    }
  }

  /// Kills the host, then terminates the display with SIGTERM, so that it removes its files.
  private func end(_ host: ChildProcess) async {
    host.end()
    kill(server.id, SIGTERM)
    try? await wait(for: "end of the display", limit: .seconds(5)) {
      try status(of: server.id).contains("State:\tZ")
    }
    server.end()
  }
}
