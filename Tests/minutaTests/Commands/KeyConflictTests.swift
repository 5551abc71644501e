import Foundation
import MinutaTestSupport
import Testing

/// Tests the keys that a host binds already, and the data folder of bindings, with the real program.
@Suite(.serialized, .timeLimit(.minutes(10))) struct KeyConflictTests {
  private let fixture: KeyHostFixture

  init() throws { fixture = try KeyHostFixture() }

  @Test(.requires("i3", "sway"), arguments: ["i3", "sway"])
  func `the first key map fits the default configuration of a host`(host: String) async throws {
    let home = fixture.home.path
    try FileManager.default.removeItem(atPath: "\(home)/.config/minuta")
    let original = try String(contentsOfFile: "/etc/\(host)/config", encoding: .utf8)
    let text = original.replacing("Mod1", with: "Mod4")
    let file = try fixture.home.write(text, to: ".config/\(host)/config")
    #expect(try await fixture.keys(["init"]).status == 0)
    #expect(try await fixture.keys(["install", host]).status == 0)
    let mapping = host == "sway" ? SwaySession.userMapping : []
    let check = try await TestPrograms.run(
      "/usr/bin/env",
      mapping + [host, "-C", "-c", file],
      environment: fixture.environment.merging([
        "WLR_BACKENDS": "headless", "XDG_RUNTIME_DIR": home,
      ]) { $1 }
    )
    #expect(check.status == 0, "\(check)")
    for word in ["Duplicate", "Overwriting", "rror"] {
      #expect(!(check.output + check.errors).contains(word), "\(check)")
    }
  }

  @Test func `a key is bound in an included file, but the lines that were copied there are fine`()
    async throws
  {
    let line = "bindsym Mod4+Shift+x exec --no-startup-id"
    try fixture.home.write("include conf.d/*.conf\n", to: ".config/i3/config")
    try fixture.home.write(
      "bindsym Mod4+Shift+w kill\n\(line) \(fixture.program) key stop\n",
      to: ".config/i3/conf.d/a.conf"
    )
    let place = "is already bound in '\(fixture.home.path)/.config/i3/conf.d/a.conf' on line"
    let check = try await fixture.keys(["check", "i3"])
    #expect(check.status == 2)
    #expect(check.errors.contains("'LOGO+SHIFT+w' \(place) 1."), "\(check)")
    #expect(check.errors.split(separator: "\n").count == 1, "\(check)")
    // The keys would be bound twice.
    let install = try await fixture.keys(["install", "i3"])
    #expect(install.errors.contains("'LOGO+SHIFT+x' \(place) 2."), "\(install)")
  }

  @Test(arguments: KeyHostFile.all.filter { $0.bound != nil })
  func `the printed lines of a host can be copied into its file`(
    file: KeyHostFile
  ) async throws {
    let printed = try await fixture.keys([file.host]).output
    for (command, count) in [(fixture.program, 0), ("/bin/other", 4)] {
      let lines = printed.replacing(fixture.program, with: command)
      try fixture.home.write(file.before + lines + file.after, to: file.path)
      let check = try await fixture.keys(["check", file.host])
      #expect(check.errors.split(separator: "\n").count == count, "\(check)")
    }
  }

  @Test func `D66 the shortcuts of KDE are found, except those of Minuta`() async throws {
    try fixture.home.write(
      """
      [kwin]
      Window Close=Alt+F4\\tMeta+Shift+W,Alt+F4,Close Window
      Window Maximize=Meta+PgUp,Meta+PgUp,Maximize Window
      _k_friendly_name=Meta+Shift+X

      [services][minuta-keys.desktop]
      stop=Meta+Shift+X

      """,
      to: ".config/kglobalshortcutsrc"
    )
    let place = "is already bound in '\(fixture.home.path)/.config/kglobalshortcutsrc' on line 2."
    for words in [["check", "kde"], ["check"], ["install", "kde"]] {
      let result = try await fixture.keys(words)
      #expect(result.status == 2)
      #expect(result.errors.contains("'LOGO+SHIFT+w' \(place)"), "\(result)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    }
    try fixture.home.write("[kwin]\nWindow Close=none,Alt+F4,\n", to: ".config/kglobalshortcutsrc")
    #expect(try await fixture.keys(["check", "kde"]).output == "4 keys, no problems.\n")
  }

  @Test func `bindings and hooks name the data folder of the flag or the environment`()
    async throws
  {
    for (words, end) in [
      (["keys", "i3"], "key stop --store"), (["idle", "swayidle"], "back --ask --store"),
    ] {
      for (flags, variable, store) in [
        (["--store", "/foo/a-b"], "/bar", " /foo/a-b"), ([], "/bar", " /bar"), ([], "", nil),
      ] as [([String], String, String?)] {
        let result = try await TestPrograms.run(
          fixture.program,
          words + flags,
          environment: fixture.environment.merging(["MINUTA_STORE": variable]) { $1 }
        )
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("--store") == (store != nil))
        #expect(store.map { result.output.contains(end + $0) } ?? true, "\(result)")
      }
      let unsafe = try await TestPrograms.run(
        fixture.program,
        words + ["--store", "/my $(id)"],
        environment: fixture.environment
      )
      #expect(unsafe.status == 2)
      let message = "minuta: '/my $(id)' can't be used in key bindings or hooks."
      #expect(unsafe.errors.hasPrefix(message), "\(unsafe)")
    }
  }

  /// GNOME's own schema is in the package gnome-settings-daemon-common.
  @Test(
    .requires("gsettings", "dbus-run-session", "glib-compile-schemas", "dconf"),
    arguments: [false, true]
  )
  func `D66 GNOME's list keeps the bindings of others`(isOwn: Bool) async throws {
    let folder = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings"
    let script = """
      list() { gsettings get org.gnome.settings-daemon.plugins.media-keys custom-keybindings; }
      gsettings set org.gnome.settings-daemon.plugins.media-keys custom-keybindings "['\(folder)/custom0/']"
      \(fixture.program) keys install gnome
      list
      dconf dump \(folder)/
      \(fixture.program) keys install gnome
      \(fixture.program) keys check gnome
      \(fixture.program) keys remove gnome
      list
      dconf dump \(folder)/
      \(fixture.program) keys remove gnome
      gsettings set org.gnome.settings-daemon.plugins.media-keys.custom-keybinding:\(folder)/custom0/ binding '<Shift><Super>x'
      gsettings set org.gnome.settings-daemon.plugins.media-keys.custom-keybinding:\(folder)/custom0/ name 'Calculator'
      gsettings set org.gnome.settings-daemon.plugins.media-keys www "['<Super><Shift>w']"
      for action in check install; do \(fixture.program) keys $action gnome 2>&1 && exit 1; done
      list

      """
    let result = try await runInGNOME(script, withOwnSchema: isOwn)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("Wrote 4 key bindings to GNOME's settings.\n"), "\(result)")
    let expected = result.output.split(separator: "\n").map(String.init)
    let own = ["report-week", "start-email", "start-work", "stop"].map { "minuta-\($0)" }
    let list = (["custom0"] + own).map { "'\(folder)/\($0)/'" }.joined(separator: ", ")
    #expect(expected.contains("[\(list)]"), "\(result.output)")
    #expect(result.output.contains("binding='<Super><Shift>w'"))
    #expect(
      result.output.contains(
        "command='\(fixture.program) key start-work --store \(fixture.minuta.store)'"
      )
    )
    #expect(
      expected.suffix(10).prefix(5) == [
        "These key bindings are already in GNOME's settings.", "4 keys, no problems.",
        "Removed the key bindings of Minuta from GNOME's settings.",
        "['\(folder)/custom0/']",
        "There are no key bindings of Minuta in GNOME's settings.",
      ],
      "\(result)"
    )
    let map = fixture.path(".config/minuta/keymap.json")
    let bound = "is already bound in GNOME's settings as"
    let advice = "Use another key combination, or remove that binding."
    let conflicts = [
      "minuta: \(map):10: key 'start-work': 'LOGO+SHIFT+w' \(bound) "
        + "'org.gnome.settings-daemon.plugins.media-keys www'. \(advice)",
      "minuta: \(map):18: key 'stop': 'LOGO+SHIFT+x' \(bound) 'Calculator'. \(advice)",
    ]
    #expect(
      Array(expected.suffix(5)) == conflicts + conflicts + ["['\(folder)/custom0/']"],
      "\(result)"
    )
  }

  @Test(.requires("gsettings", "dbus-run-session", "glib-compile-schemas", "dconf"))
  func `values in GNOME's settings are replaced only with a confirmation`() async throws {
    let path = "/org/gnome/settings-daemon/plugins/media-keys/custom-keybindings/minuta-stop/"
    let schema = "org.gnome.settings-daemon.plugins.media-keys.custom-keybinding:\(path)"
    let result = try await runInGNOME(
      """
      \(fixture.program) keys install gnome > /dev/null
      gsettings set \(schema) binding '<Super>q'
      \(fixture.program) keys install gnome 2>&1 && exit 1
      gsettings get \(schema) binding
      \(fixture.program) keys install gnome --yes
      gsettings get \(schema) binding

      """
    )
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropFirst() == [
        "  stop binding '<Super>q'", "'<Super>q'", "Wrote 4 key bindings to GNOME's settings.",
        "'<Super><Shift>x'",
      ],
      "\(result)"
    )
  }

  @Test(.requires("gsettings", "dbus-run-session", "glib-compile-schemas", "dconf"))
  func `a program that GNOME's keys call isn't removed without a confirmation`() async throws {
    let result = try await runInGNOME(
      """
      \(fixture.program) install > /dev/null
      \(fixture.program) keys install gnome
      \(fixture.program) install --remove 2>&1 && exit 1
      \(fixture.program) keys remove gnome
      \(fixture.program) install --remove

      """
    )
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("\n  minuta keys remove gnome\n"), "\(result)")
  }

  /// Runs a script with GNOME's settings.
  ///
  /// - Parameter usesOwnSchema: Whether the settings have GNOME's own schema, which is installed.
  private func runInGNOME(
    _ script: String,
    withOwnSchema usesOwnSchema: Bool = false
  ) async throws -> ChildProcess.Result {
    if !usesOwnSchema { try fixture.home.write(Self.schema, to: "schemas/media-keys.gschema.xml") }
    let compile = usesOwnSchema ? "" : "glib-compile-schemas \"$HOME/schemas\"\n"
    let file = try fixture.home.write("set -e\n" + compile + script, to: "gnome.sh")
    return try await TestPrograms.run(
      "/usr/bin/env",
      ["dbus-run-session", "--", "sh", file],
      environment: fixture.environment.merging([
        "GSETTINGS_SCHEMA_DIR": fixture.home.path + "/schemas",
        "XDG_RUNTIME_DIR": fixture.home.path,
      ]) { $1 }
    )
  }

  /// The part of GNOME's schema that key bindings use.
  static let schema = """
    <schemalist>
      <schema id="org.gnome.settings-daemon.plugins.media-keys"
        path="/org/gnome/settings-daemon/plugins/media-keys/">
        <key name="custom-keybindings" type="as"><default>[]</default></key>
        <key name="www" type="as"><default>['']</default></key>
      </schema>
      <schema id="org.gnome.settings-daemon.plugins.media-keys.custom-keybinding">
        <key name="name" type="s"><default>''</default></key>
        <key name="binding" type="s"><default>''</default></key>
        <key name="command" type="s"><default>''</default></key>
      </schema>
    </schemalist>
    """
}
