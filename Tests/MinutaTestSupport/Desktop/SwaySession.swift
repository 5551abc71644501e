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

  /// The words before a command that run it with the user ID of the session.
  ///
  /// Sway refuses to run as root.
  package static let userMapping =
    geteuid() == 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : []

  /// The environment of the programs in the session.
  package let environment: [String: String]
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
        // Programs with GTK would start services for screen readers, which outlive the session.
        "NO_AT_BRIDGE": "1",
      ]
    ) { $1 }
    let sway = TestPrograms.installed("sway") ?? "sway"
    let log = #"log=$1; shift; cd "$HOME"; exec "$@" > "$log" 2>&1"#
    let host = try ChildProcess(
      "/bin/sh",
      ["-c", log, "sh", folder.path + "/sway.log"] + userMapping + [sway, "-c", file],
      environment: all
    )
    defer { host.end() }
    let wtype = TestPrograms.installed("wtype") ?? "wtype"
    let isSocket = { (name: String) in name.hasPrefix("sway-ipc.") && name.hasSuffix(".sock") }
    var socket: String?
    try await wait(for: "socket of sway") {
      socket = try FileManager.default.contentsOfDirectory(atPath: folder.path).first(
        where: isSocket
      )
      return socket != nil
    }
    let session = SwaySession(
      environment: all.merging([
        "SWAYSOCK": folder.path + "/" + (socket ?? ""), "WAYLAND_DISPLAY": "wayland-1",
      ]) { $1 },
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

  /// Waits until a picker, which is no window of sway, gets the keys, or none does.
  package func waitForPicker(isOpen: Bool) async throws {
    let swaymsg = TestPrograms.installed("swaymsg") ?? "swaymsg"
    try await wait(for: isOpen ? "picker" : "end of the picker") {
      let seats = try await TestPrograms.run(
        swaymsg,
        ["-t", "get_seats"],
        environment: environment
      )
      return seats.output.contains(#""focus": 0,"#) == isOpen
    }
  }

  /// Types words for `wtype`: a text, or `-k` and the name of a key.
  ///
  /// A program gets a new keyboard with the first key, and some filter their rows only after a
  /// while, so there is a pause before each of the texts and keys. Keys that follow each other at once
  /// can get lost on a busy machine.
  package func type(_ groups: [[String]]) async throws {
    try await runWtype(["-d", "20"] + groups.flatMap { ["-s", "300"] + $0 })
  }

  package func press(_ chord: String) async throws { try await press(chord, as: nil) }

  /// Presses and releases a chord on a keyboard with another layout.
  ///
  /// - Parameters:
  ///   - chord: The chord, with the letter that is at the key in the US layout.
  ///   - name: The name of what the key types in the layout; nil for the US layout.
  package func press(_ chord: String, as name: String?) async throws {
    let keys = chord.split(separator: "+").map(String.init)
    let held = keys.dropLast().flatMap { ["-M", Self.modifiers[$0] ?? $0] }
    let key = keys.last ?? ""
    // `wtype` numbers its keys from 9 in the order of their first use, so use others before it.
    let others = (9..<(Self.codes[key] ?? 9)).flatMap { ["-k", "U28\($0 + 10)"] }
    try await runWtype(others + held + ["-k", name ?? key])
  }

  /// The codes of letters in the US layout, by which sway finds a binding too.
  private static let codes = Dictionary(
    uniqueKeysWithValues: [("qwertyuiop", 24), ("asdfghjkl", 38), ("zxcvbnm", 52)].flatMap {
      row,
      first in row.enumerated().map { (String($1), first + $0) }
    }
  )

  private func runWtype(_ words: [String]) async throws {
    let result = try await TestPrograms.run(wtype, words, environment: environment)
    guard result.status == 0 else { throw WaitTimeoutError(description: "wtype: \(result.errors)") }
  }
}
