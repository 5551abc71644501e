import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta keys install`, `remove` and `check` with the real program.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyInstallTests {
  private let fixture: KeyHostFixture

  init() throws { fixture = try KeyHostFixture() }

  private func content(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: fixture.path(path)))
  }

  @Test func `init writes a key map that works, but not over another`() async throws {
    let path = fixture.path(".config/minuta/keymap.json")
    let kept = try await fixture.keys(["init"])
    #expect(kept.output.hasPrefix("There is a key map at '\(path)' already. Edit it, then "))
    try FileManager.default.removeItem(atPath: "\(fixture.home.path)/.config/minuta")
    let missing = try await fixture.keys(["i3"])
    #expect(
      missing.errors.hasSuffix("'\(path)'. Write one to begin with.\n  minuta keys init\n"),
      "\(missing.errors)"
    )
    #expect(
      try await fixture.keys(["init", "--dry-run"]).output.hasPrefix("Would write a key map to ")
    )
    #expect(try await fixture.keys(["init"]).output.hasPrefix("Wrote a key map to '\(path)'."))
    #expect(try await fixture.keys(["check", "i3"]).output == "4 keys, no problems.\n")
  }

  @Test(arguments: KeyHostFile.all)
  func `D65 installing twice changes nothing, and removing restores each byte`(
    file: KeyHostFile
  ) async throws {
    // Without a line break at the end, with those of Windows, and with bytes that aren't UTF-8.
    let ends: [[UInt8]] = [[], Array("# x".utf8), Array("# x\r\n".utf8), [0x23, 0xFF, 0x0A]]
    for end in ends {
      let original = Data(Array((file.before + file.after).utf8) + end)
      try fixture.home.write("", to: file.path)
      try original.write(to: URL(filePath: fixture.path(file.path)))
      let dry = try await fixture.keys(["install", file.host, "--dry-run"])
      #expect(dry.output.hasPrefix("Would write 4 key bindings"), "\(dry)")
      #expect(try content(file.path) == original)
      let result = try await fixture.keys(["install", file.host])
      #expect(result.status == 0 && result.output.hasPrefix("Wrote 4 key bindings"), "\(result)")
      let installed = try content(file.path)
      #expect(installed.starts(with: Array(file.before.utf8)))
      #expect(
        String(decoding: installed, as: UTF8.self).contains("/minuta key stop")
          == (file.host != "niri" && file.host != "awesome")
      )
      #expect(try content(file.path + ".minuta-backup") == original)
      let again = try await fixture.keys(["install", file.host])
      #expect(again.output.hasPrefix("These key bindings are already in '"))
      #expect(try content(file.path) == installed)
      #expect(try await fixture.keys(["check", file.host]).status == 0)
      let removed = try await fixture.keys(["remove", file.host])
      #expect(removed.status == 0, "\(removed)")
      #expect(try content(file.path) == original)
      #expect(!FileManager.default.fileExists(atPath: fixture.path(file.path + ".minuta-backup")))
      #expect(
        try await fixture.keys(["remove", file.host]).output.hasPrefix("There are no key bindings")
      )
    }
  }

  @Test(arguments: KeyHostFile.all)
  func `a missing file is created only if the host has no bindings of its own`(
    file: KeyHostFile
  ) async throws {
    let result = try await fixture.keys(["install", file.host])
    if ["kde", "sxhkd", "xbindkeys"].contains(file.host) {
      #expect(result.status == 0, "\(result)")
      #expect(try await fixture.keys(["remove", file.host]).status == 0)
    } else {
      #expect(result.status == 2)
      #expect(result.errors.contains("There is no '\(fixture.path(file.path))'."))
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.path(file.path)))
  }

  @Test(arguments: KeyHostFile.all)
  func `a key that the host binds already is reported with its line`(file: KeyHostFile) async throws
  {
    guard let bound = file.bound else { return }
    let before = file.before + bound + "\n" + file.after
    try fixture.home.write(before, to: file.path)
    let line = before.prefix(upTo: try #require(before.firstRange(of: /\b[wW]\b/)).lowerBound)
      .split(separator: "\n", omittingEmptySubsequences: false).count
    for action in ["install", "check"] {
      let result = try await fixture.keys([action, file.host])
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(
        result.errors.contains(
          "key 'start-work': 'LOGO+SHIFT+w' is already bound in '\(fixture.path(file.path))' on line \(line)."
        ),
        "\(result.errors)"
      )
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(try fixture.home.text(of: file.path) == before)
    #expect(!FileManager.default.fileExists(atPath: fixture.path(file.path + ".minuta-backup")))
  }

  @Test(arguments: [
    (
      "openbox",
      "<!-- Use the section\n<keyboard>\nfor keys -->\n<!--\n<keybind key=\"W-S-w\"/>\n-->\n"
    ),
    ("niri", "/*\nbinds {\n  Mod+Shift+W { close-window; }\n*/\n"),
    ("awesome", "--[[\nawful.key({ modkey, \"Shift\" }, \"w\", f)\n]]\n"),
  ])
  func `a comment with several lines binds no key and gets no bindings`(
    host: String,
    comment: String
  ) async throws {
    let file = try #require(KeyHostFile.all.first { $0.host == host })
    let text = comment + file.before + file.after
    try fixture.home.write(text, to: file.path)
    #expect(try await fixture.keys(["install", host]).status == 0)
    let installed = try fixture.home.text(of: file.path)
    #expect(installed.hasPrefix(comment + file.before) && installed != text)
    _ = try await fixture.keys(["remove", host])
    #expect(try fixture.home.text(of: file.path) == text)
  }

  @Test func `a line that is appended later stays apart from the bindings`() async throws {
    let path = ".config/sway/config"
    try fixture.home.write("# no line break", to: path)
    _ = try await fixture.keys(["install", "sway"])
    try fixture.home.write(fixture.home.text(of: path) + "bindsym x y\n", to: path)
    let again = try await fixture.keys(["install", "sway"])
    #expect(again.output.hasPrefix("These key bindings are already in '"))
    _ = try await fixture.keys(["remove", "sway"])
    #expect(try fixture.home.text(of: path) == "# no line break\nbindsym x y\n")
  }

  @Test(
    .requires("awesome", "i3", "openbox", "sway"),
    arguments: ["awesome", "i3", "openbox", "sway"]
  )
  func `a host that isn't running is reported without its own error`(host: String) async throws {
    let file = try #require(KeyHostFile.all.first { $0.host == host })
    try fixture.home.write(file.before + file.after, to: file.path)
    let result = try await fixture.keys(["install", host], ["PATH": "/usr/bin:/bin"])
    let sentence = "\(host) isn't running here; it reads them when it starts."
    #expect(result.output.hasSuffix(". \(sentence)\n"), "\(result)")
  }

  @Test(arguments: [
    ("exit 0", "Asked i3 to reload."),
    ("exit 1", "i3 isn't running here; it reads them when it starts."),
    (
      "echo No socket >&2; echo x >&2; exit 1",
      "Can't ask i3 to reload (No socket); it reads them when it starts."
    ),
  ])
  func `install says whether the host was asked to reload`(
    script: String,
    sentence: String
  ) async throws {
    try fixture.home.write("", to: ".config/i3/config")
    let path = try fixture.home.write("#!/bin/sh\n\(script)\n", to: "bin/i3-msg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    for action in ["install", "remove"] {
      let result = try await fixture.keys([action, "i3"], ["PATH": "\(fixture.home.path)/bin"])
      #expect(result.output.hasSuffix(". \(sentence)\n"), "\(result)")
    }
  }

  @Test func `D65 a link out of the configuration folder is not followed`() async throws {
    try fixture.home.write("# theirs\n", to: "dotfiles/config")
    try fixture.home.write("", to: ".config/i3/x")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path(".config/i3/config"),
      withDestinationPath: fixture.path("dotfiles/config")
    )
    let result = try await fixture.keys(["install", "i3"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is a link to"))
    #expect(try fixture.home.text(of: "dotfiles/config") == "# theirs\n")
  }

  @Test func `D65 a link to a missing file is not followed`() async throws {
    try fixture.home.write("", to: ".config/sxhkd/x")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path(".config/sxhkd/sxhkdrc"),
      withDestinationPath: fixture.path("missing")
    )
    let result = try await fixture.keys(["install", "sxhkd"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is a link to a missing file, so it isn't changed."))
    #expect(!FileManager.default.fileExists(atPath: fixture.path("missing")))
  }

  @Test(arguments: [
    ("openbox", ".config/openbox/rc.xml", "<x/>\n"),
    ("i3", ".config/i3/config", Self.begin), ("i3", ".config/i3/config", Self.end + Self.begin),
    ("i3", ".config/i3/config", Self.begin + Self.end + "x\n" + Self.begin + Self.end),
    ("i3", ".config/i3/config", Self.begin + Self.begin + Self.end),
  ])
  func `a file without a place for bindings, or not exactly one block, is not changed`(
    host: String,
    path: String,
    text: String
  ) async throws {
    try fixture.home.write(text, to: path)
    for action in ["install", "remove", "check"] where action == "install" || host == "i3" {
      let result = try await fixture.keys([action, host])
      #expect(result.status == 2)
      #expect(result.errors.hasSuffix("then try again.\n"), "\(result)")
      #expect(try fixture.home.text(of: path) == text)
    }
  }

  private static let begin = "# begin of `minuta keys i3`; changes will be lost\n"
  private static let end = "# end of `minuta keys i3`\n"
}
