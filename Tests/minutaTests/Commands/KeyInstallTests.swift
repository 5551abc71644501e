import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta keys install`, `remove` and `check` with the real program.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyInstallTests {
  private let fixture: MinutaFixture
  private let program: String

  init() throws {
    fixture = try MinutaFixture()
    program = try fixture.linkedProgram()
    try fixture.writeExampleKeyMap()
  }

  private func run(
    _ words: [String],
    _ variables: [String: String] = [:]
  ) async throws -> ChildProcess.Result {
    try await fixture.runKeys(program, words, variables)
  }

  @Test func `init writes a key map that works, but not over another`() async throws {
    let path = "\(fixture.home.path)/.config/minuta/keymap.json"
    let kept = try await run(["init"])
    #expect(kept.output.hasPrefix("There is a key map at '\(path)' already. Edit it, "))
    try FileManager.default.removeItem(atPath: "\(fixture.home.path)/.config/minuta")
    let missing = try await run(["i3"])
    #expect(
      missing.errors.hasPrefix("minuta: There is no key map at '\(path)'. Run 'minuta keys init'"),
      "\(missing.errors)"
    )
    #expect(try await run(["init", "--dry-run"]).output.hasPrefix("Would write a key map to "))
    #expect(try await run(["init"]).output.hasPrefix("Wrote a key map to '\(path)'."))
    #expect(try await run(["check", "i3"]).output == "4 keys, no problems.\n")
  }

  private func url(_ path: String) -> URL { URL(filePath: "\(fixture.home.path)/\(path)") }

  /// A host with the path of its file, content before and after the place of the bindings, and a line
  /// that binds LOGO+SHIFT+w; nil for a host that can't have one.
  struct HostFile: Sendable, CustomTestStringConvertible {
    let host: String
    let path: String
    var before = "# mine\n"
    var after = ""
    let bound: String?

    var testDescription: String { host }

    static let all = [
      HostFile(
        host: "awesome",
        path: ".config/awesome/rc.lua",
        before: "modkey = \"Mod4\"\n",
        bound: "awful.key({ modkey, \"Shift\" }, \"w\", function() end),"
      ),
      HostFile(
        host: "hyprland",
        path: ".config/hypr/hyprland.conf",
        before: "$mod = SUPER\n",
        bound: "bindd = $mod SHIFT, W, Close, killactive,"
      ),
      HostFile(
        host: "hyprland-lua",
        path: ".config/hypr/hyprland.lua",
        before: "-- mine\n",
        bound: "hl.bind(\"SUPER + SHIFT + W\", hl.dsp.exec_cmd(\"x\"))"
      ),
      HostFile(
        host: "i3",
        path: ".config/i3/config",
        before: "set $mod Mod4\n",
        bound: "bindsym --release $mod+Shift+w kill"
      ),
      HostFile(
        host: "kde",
        path: ".local/share/kglobalaccel/minuta-keys.desktop",
        bound: nil
      ),
      HostFile(
        host: "labwc",
        path: ".config/labwc/rc.xml",
        before: "<labwc_config>\n  <keyboard>\n",
        after: "  </keyboard>\n</labwc_config>\n",
        bound: "<keybind key=\"W-S-w\"><action name=\"Close\"/></keybind>"
      ),
      HostFile(
        host: "niri",
        path: ".config/niri/config.kdl",
        before: "binds {\n",
        after: "}\n",
        bound: "    Mod+Shift+W { close-window; }"
      ),
      HostFile(
        host: "openbox",
        path: ".config/openbox/rc.xml",
        before: "<keyboard>\n",
        after: "</keyboard>\n",
        bound: "<keybind key=\"W-S-w\"/>"
      ),
      HostFile(
        host: "river",
        path: ".config/river/init",
        before: "#!/bin/sh\n",
        bound: "riverctl map normal Super+Shift W close"
      ),
      HostFile(
        host: "sway",
        path: ".config/sway/config",
        before: "set $mod Mod4\n",
        bound: "bindsym $mod+Shift+w kill"
      ),
      HostFile(
        host: "sxhkd",
        path: ".config/sxhkd/sxhkdrc",
        bound: "super + shift + w\n  x"
      ),
      HostFile(
        host: "xbindkeys",
        path: ".xbindkeysrc",
        bound: "\"x\"\n  Mod4+Shift + w"
      ),
    ]
  }

  @Test(arguments: HostFile.all)
  func `65 installing twice changes nothing, and removing restores each byte`(
    file: HostFile
  ) async throws {
    // Without a line break at the end, with those of Windows, and with bytes that aren't UTF-8.
    let ends: [[UInt8]] = [[], Array("# x".utf8), Array("# x\r\n".utf8), [0x23, 0xFF, 0x0A]]
    for end in ends {
      let original = Data(Array((file.before + file.after).utf8) + end)
      try fixture.home.write("", to: file.path)
      try original.write(to: url(file.path))
      let dry = try await run(["install", file.host, "--dry-run"])
      #expect(dry.output.hasPrefix("Would write 4 key bindings"), "\(dry)")
      #expect(try Data(contentsOf: url(file.path)) == original)
      let result = try await run(["install", file.host])
      #expect(result.status == 0 && result.output.hasPrefix("Wrote 4 key bindings"), "\(result)")
      let installed = try Data(contentsOf: url(file.path))
      #expect(installed.starts(with: Array(file.before.utf8)))
      #expect(
        String(decoding: installed, as: UTF8.self).contains("/minuta key stop")
          == (file.host != "niri" && file.host != "awesome")
      )
      #expect(try Data(contentsOf: url(file.path + ".minuta-backup")) == original)
      let again = try await run(["install", file.host])
      #expect(again.output.hasPrefix("These key bindings are already in '"))
      #expect(try Data(contentsOf: url(file.path)) == installed)
      #expect(try await run(["check", file.host]).status == 0)
      let removed = try await run(["remove", file.host])
      #expect(removed.status == 0, "\(removed)")
      #expect(try Data(contentsOf: url(file.path)) == original)
      #expect(!FileManager.default.fileExists(atPath: url(file.path + ".minuta-backup").path))
      #expect(try await run(["remove", file.host]).output.hasPrefix("There are no key bindings"))
    }
  }

  @Test(arguments: HostFile.all)
  func `a missing file is created only if the host has no bindings of its own`(
    file: HostFile
  ) async throws {
    let result = try await run(["install", file.host])
    if ["kde", "sxhkd", "xbindkeys"].contains(file.host) {
      #expect(result.status == 0, "\(result)")
      #expect(try await run(["remove", file.host]).status == 0)
    } else {
      #expect(result.status == 2)
      #expect(result.errors.contains("There is no '\(url(file.path).path)'."))
    }
    #expect(!FileManager.default.fileExists(atPath: url(file.path).path))
  }

  @Test(arguments: HostFile.all)
  func `a key that the host binds already is reported with its line`(file: HostFile) async throws {
    guard let bound = file.bound else { return }
    let before = file.before + bound + "\n" + file.after
    try fixture.home.write(before, to: file.path)
    let line = before.prefix(upTo: try #require(before.firstRange(of: /\b[wW]\b/)).lowerBound)
      .split(separator: "\n", omittingEmptySubsequences: false).count
    for action in ["install", "check"] {
      let result = try await run([action, file.host])
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(
        result.errors.contains(
          "key 'start-work': 'LOGO+SHIFT+w' is already bound in '\(url(file.path).path)' on line \(line)."
        ),
        "\(result.errors)"
      )
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(try fixture.home.text(of: file.path) == before)
    #expect(!FileManager.default.fileExists(atPath: url(file.path + ".minuta-backup").path))
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
    let file = try #require(HostFile.all.first { $0.host == host })
    let text = comment + file.before + file.after
    try fixture.home.write(text, to: file.path)
    #expect(try await run(["install", host]).status == 0)
    let installed = try fixture.home.text(of: file.path)
    #expect(installed.hasPrefix(comment + file.before) && installed != text)
    _ = try await run(["remove", host])
    #expect(try fixture.home.text(of: file.path) == text)
  }

  @Test func `a line that is appended later stays apart from the bindings`() async throws {
    let path = ".config/sway/config"
    try fixture.home.write("# no line break", to: path)
    _ = try await run(["install", "sway"])
    try fixture.home.write(fixture.home.text(of: path) + "bindsym x y\n", to: path)
    let again = try await run(["install", "sway"])
    #expect(again.output.hasPrefix("These key bindings are already in '"))
    _ = try await run(["remove", "sway"])
    #expect(try fixture.home.text(of: path) == "# no line break\nbindsym x y\n")
  }

  @Test(
    .requires("awesome", "i3", "openbox", "sway"),
    arguments: ["awesome", "i3", "openbox", "sway"]
  )
  func `a host that isn't running is reported without its own error`(host: String) async throws {
    let file = try #require(HostFile.all.first { $0.host == host })
    try fixture.home.write(file.before + file.after, to: file.path)
    let result = try await run(["install", host], ["PATH": "/usr/bin:/bin"])
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
      let result = try await run([action, "i3"], ["PATH": "\(fixture.home.path)/bin"])
      #expect(result.output.hasSuffix(". \(sentence)\n"), "\(result)")
    }
  }

  @Test func `65 a link out of the configuration folder is not followed`() async throws {
    try fixture.home.write("# theirs\n", to: "dotfiles/config")
    try fixture.home.write("", to: ".config/i3/x")
    try FileManager.default.createSymbolicLink(
      at: url(".config/i3/config"),
      withDestinationURL: url("dotfiles/config")
    )
    let result = try await run(["install", "i3"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is a link to"))
    #expect(try fixture.home.text(of: "dotfiles/config") == "# theirs\n")
  }

  @Test func `65 a link to a missing file is not followed`() async throws {
    try fixture.home.write("", to: ".config/sxhkd/x")
    try FileManager.default.createSymbolicLink(
      at: url(".config/sxhkd/sxhkdrc"),
      withDestinationURL: url("missing")
    )
    let result = try await run(["install", "sxhkd"])
    #expect(result.status == 2)
    #expect(result.errors.contains("is a link to a missing file, so it isn't changed."))
    #expect(!FileManager.default.fileExists(atPath: url("missing").path))
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
      let result = try await run([action, host])
      #expect(result.status == 2)
      #expect(result.errors.hasSuffix("then try again.\n"), "\(result)")
      #expect(try fixture.home.text(of: path) == text)
    }
  }

  private static let begin = "# begin of `minuta keys i3`; changes will be lost\n"
  private static let end = "# end of `minuta keys i3`\n"
}
