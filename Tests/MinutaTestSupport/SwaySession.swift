import Foundation
import Glibc

/// A program that simulates key presses, such as `super+shift+w`.
package protocol KeyChordSender: Sendable {
  /// Presses and releases a chord.
  ///
  /// - Parameter chord: Modifiers and the name of an X key, joined by `+` as in xdotool.
  func press(_ chord: String) async throws
}

extension XSession: KeyChordSender {}

/// A headless sway session that receives key presses from `wtype`.
package struct SwaySession: KeyChordSender {
  private static let modifiers = ["super": "logo", "ctrl": "ctrl", "alt": "alt", "shift": "shift"]

  private let environment: [String: String]
  private let wtype: String

  /// Starts sway, runs a function, and ends sway.
  ///
  /// - Parameters:
  ///   - configuration: The content of sway's configuration file. It must bind `Pause` to a command
  ///     that creates the file `ready` in `folder`.
  ///   - folder: The directory of sway's socket. It needs a short path, because socket paths are
  ///     limited to about 100 bytes.
  package static func run<Result>(
    _ configuration: String,
    in folder: TemporaryDirectory,
    environment: [String: String],
    _ body: (SwaySession) async throws -> Result
  ) async throws -> Result {
    let file = try folder.write(configuration, to: "sway.conf")
    let all = environment.merging(
      [
        "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
        "XDG_RUNTIME_DIR": folder.path,
      ]
    ) { $1 }
    let sway = TestPrograms.installed("sway") ?? "sway"
    // Sway refuses to run as root, so run it with another user ID.
    let mapped = geteuid() == 0 ? ["unshare", "--user", "--map-user=1000"] : []
    let log = #"log=$1; shift; cd "$HOME"; exec "$@" > "$log" 2>&1"#
    let host = try ChildProcess(
      "/bin/sh",
      ["-c", log, "sh", folder.path + "/sway.log"] + mapped + [sway, "-c", file],
      environment: all
    )
    defer { host.end() }
    let wtype = TestPrograms.installed("wtype") ?? "wtype"
    let session = SwaySession(
      environment: all.merging(["WAYLAND_DISPLAY": "wayland-1"]) { $1 },
      wtype: wtype
    )
    try await wait(for: "sway that reacts to keys") {
      try? await session.press("Pause")
      return FileManager.default.fileExists(atPath: folder.path + "/ready")
    }
    return try await body(session)
  }

  /// Writes a picture of the output to a file, which needs grim.
  package func takeScreenshot(_ file: String) async throws {
    let program = TestPrograms.installed("grim") ?? "grim"
    let result = try await TestPrograms.run(program, [file], environment: environment)
    guard result.status == 0 else {
      throw WaitTimeoutError(description: "grim: \(result.errors)")
    }
  }

  package func press(_ chord: String) async throws {
    let keys = chord.split(separator: "+").map(String.init)
    let held = keys.dropLast().flatMap { ["-M", Self.modifiers[$0] ?? $0] }
    let words = held + ["-k", keys.last ?? ""]
    let result = try await TestPrograms.run(wtype, words, environment: environment)
    guard result.status == 0 else { throw WaitTimeoutError(description: "wtype: \(result.errors)") }
  }
}
