import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests which files of the hosts `minuta keys` reads and writes.
@Suite(.timeLimit(.minutes(10))) struct KeyHostFileTests {
  private let fixture: KeyHostFixture

  init() throws { fixture = try KeyHostFixture() }

  @Test func `check reads through links, and goes on after a host that can't be read`()
    async throws
  {
    try fixture.home.write("bindsym Mod4+Shift+w kill\n", to: "dotfiles/config")
    try fixture.home.write("", to: ".config/sway/x")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path(".config/sway/config"),
      withDestinationPath: fixture.path("dotfiles/config")
    )
    let damaged = "# begin of `minuta keys i3`; changes will be lost\n"
    try fixture.home.write(damaged, to: ".config/i3/config")
    let result = try await fixture.keys(["check"])
    let lines = result.errors.split(separator: "\n")
    #expect(result.status == 2 && result.output.isEmpty)
    try #require(lines.count == 2, "\(result)")
    #expect(
      lines[0].hasPrefix("minuta: '\(fixture.path(".config/i3/config"))' doesn't have exactly")
    )
    #expect(lines[1].contains("bound in '\(fixture.path(".config/sway/config"))' on line 1."))
    let json = try await fixture.keys(["check", "--json"])
    let problems = try JSONValue(parsing: json.output)["error"]?["data"]?["problems"]?.array
    #expect(problems?.map { $0["key"]?.string } == [nil, "start-work"])
  }

  @Test func `check lists each mistake of the key map, and calls that can't work`() async throws {
    try fixture.home.write(
      #"""
      {"minuta": 1, "keys": {
        "a": {"press": "LOGO+x", "call": {"intent": "Undo"}},
        "b": {"press": "LOGO+x", "call": {"intent": "Undo"}},
        "c": {"press": "LOGO+Y", "call": {"intent": "Undo"}},
        "d": {"press": "LOGO+d", "call": {"intent": "Nothing"}}
      }}
      """#,
      to: ".config/minuta/keymap.json"
    )
    let file = fixture.path(".config/minuta/keymap.json")
    let lines = [
      "minuta: \(file):3: the keys 'a' and 'b' both use LOGO+x. Change one of them.",
      "minuta: \(file):4: 'LOGO+Y' is not a key combination: ",
      "minuta: \(file):5: key 'd': Unknown intent 'Nothing'.",
    ]
    let result = try await fixture.keys(["check"])
    #expect(result.status == 2 && result.output.isEmpty)
    let found = result.errors.split(separator: "\n")
    #expect(found.count == lines.count, "\(result)")
    for (line, start) in zip(found, lines) { #expect(line.hasPrefix(start)) }
  }

  @Test func `a record's id of none is found, but not a record that may come`() async throws {
    let texts = ["nonsense", "last", "running", "@1", "@one"]
    let keys = texts.enumerated().map { index, text in
      #""k\#(index)": {"press": "LOGO+\#(index)", "call": {"intent": "ResumeTimer", "#
        + #""with": {"record": "\#(text)"}}}"#
    }
    try fixture.home.write(
      #"{"minuta": 1, "keys": {"# + keys.joined(separator: ",\n") + "}}",
      to: ".config/minuta/keymap.json"
    )
    let file = fixture.path(".config/minuta/keymap.json")
    let lines = try await fixture.keys(["check"]).errors.split(separator: "\n")
      .filter { !$0.hasPrefix("  ") }
    try #require(lines.count == 2, "\(lines)")
    #expect(lines[0].hasPrefix("minuta: \(file):1: key 'k0': There is no record 'nonsense'."))
    #expect(lines[1].hasPrefix("minuta: \(file):5: key 'k4': There is no record '@one'."))
  }

  @Test func `a call that nobody can confirm is found, unless it is confirmed or asks`()
    async throws
  {
    for tag in ["Work", "Work", "Email"] { _ = try await fixture.minuta.run("log", tag, "30m") }
    try fixture.home.write(
      #"""
      {"minuta": 1, "keys": {
        "merge": {"press": "LOGO+a",
          "call": {"intent": "RenameTag", "with": {"tag": "Work", "name": "Email"}}},
        "bulk": {"press": "LOGO+b",
          "call": {"intent": "BulkUpdate", "with": {"filter": "tag:Work", "delete": true}}},
        "sure": {"press": "LOGO+c", "call": {"intent": "BulkUpdate",
          "with": {"filter": "tag:Work", "delete": true, "confirm": true}}},
        "asks": {"press": "LOGO+d", "pick": "tag", "call": {"intent": "DeleteTag"}},
        "one": {"press": "LOGO+e", "call": {"intent": "DeleteTag", "with": {"tag": "Email"}}}
      }}
      """#,
      to: ".config/minuta/keymap.json"
    )
    let file = fixture.path(".config/minuta/keymap.json")
    let (lines, end) = ([("bulk", 5, "BulkUpdate"), ("merge", 3, "RenameTag")], "to its values.")
    for words in [["check"], ["install", "kde"]] {
      let result = try await fixture.keys(words)
      #expect(result.status == 2 && result.output.isEmpty)
      let expected = lines.map { key, line, intent in
        "minuta: \(file):\(line): key '\(key)': The call '\(intent)' needs a confirmation, which nobody "
          + "can give then. Add 'confirm': true \(end)\n"
      }
      #expect(result.errors == expected.joined())
    }
  }

  @Test func `i3's older file is used if it is the only one`() async throws {
    let older = "bindsym Mod4+Shift+w kill\n"
    try fixture.home.write(older, to: ".i3/config")
    let check = try await fixture.keys(["check", "i3"])
    #expect(check.errors.contains("bound in '\(fixture.path(".i3/config"))' on line 1"), "\(check)")
    try fixture.home.write("", to: ".i3/config")
    let result = try await fixture.keys(["install", "i3"])
    #expect(result.output.contains("to '\(fixture.path(".i3/config"))'."), "\(result)")
    #expect(try await fixture.keys(["remove", "i3"]).status == 0)
    try fixture.home.write("", to: ".config/i3/config")
    try fixture.home.write(older, to: ".i3/config")
    #expect(try await fixture.keys(["install", "i3"]).status == 0)
    #expect(try fixture.home.text(of: ".i3/config") == older)
  }

  @Test func `a file that xbindkeys doesn't read is not written`() async throws {
    try fixture.home.write("(xbindkey '(\"a\") \"x\")\n", to: ".xbindkeysrc.scm")
    let result = try await fixture.keys(["install", "xbindkeys"])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors.hasPrefix("minuta: xbindkeys reads '\(fixture.path(".xbindkeysrc.scm"))' in")
    )
    #expect(!FileManager.default.fileExists(atPath: fixture.path(".xbindkeysrc")))
    #expect(try await fixture.keys(["check"]).status == 0)
  }

  @Test(arguments: [("#!/bin/sh\n", "exec rivertile\n"), ("", "exec rivertile"), ("", "")])
  func `river gets its bindings before the last command`(first: String, rest: String) async throws {
    let path = ".config/river/init"
    let end = rest == "exec rivertile" ? "\n" : ""
    try fixture.home.write(first + rest, to: path)
    for _ in 0..<2 {
      #expect(try await fixture.keys(["install", "river"]).status == 0)
      let text = try fixture.home.text(of: path)
      #expect(text.hasPrefix(first + "# begin of `minuta keys river`"))
      #expect(text.hasSuffix("# end of `minuta keys river`\n\(rest)\(end)"))
    }
    #expect(try await fixture.keys(["remove", "river"]).status == 0)
    #expect(try fixture.home.text(of: path) == first + rest)
  }

  @Test(arguments: [0o600, 0o644, 0o755])
  func `the backup has the permissions of the file`(permissions: Int) async throws {
    let path = try fixture.home.write("x\n", to: ".config/i3/config")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    #expect(try await fixture.keys(["install", "i3"]).status == 0)
    for file in [path, path + ".minuta-backup"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test(.requires("gsettings", "glib-compile-schemas"))
  func `GNOME's settings that aren't saved are reported`() async throws {
    try fixture.home.write(KeyConflictTests.schema, to: "schemas/media-keys.gschema.xml")
    let schemas = "\(fixture.home.path)/schemas"
    #expect(try await TestPrograms.run("/usr/bin/glib-compile-schemas", [schemas]).status == 0)
    let result = try await fixture.keys(
      ["install", "gnome"],
      [
        "GSETTINGS_SCHEMA_DIR": schemas, "GSETTINGS_BACKEND": "memory",
        "PATH": "/usr/bin:/bin",
      ]
    )
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    #expect(result.errors.contains("gsettings didn't save the key bindings"), "\(result)")
  }

  @Test func `an error of gsettings isn't taken for a missing GNOME`() async throws {
    _ = try await fixture.minuta.run("install")
    let path = ["PATH": "\(fixture.home.path)/bin:/usr/bin:/bin"]
    func results(_ error: String) async throws -> [ChildProcess.Result] {
      let script = "#!/bin/sh\necho '\(error)' >&2\nexit 1\n"
      try await fixture.home.writeExecutable(script, to: "bin/gsettings")
      return [
        try await fixture.keys(["remove", "gnome"], path),
        try await fixture.minuta.run(["install", "--remove"], environment: path),
      ]
    }
    for result in try await results("error: the database is locked") {
      let message =
        "Can't use GNOME's settings: error: the database is locked. Correct this, then try again."
      #expect(result.status == 1 && result.errors == "minuta: \(message)\n", "\(result)")
    }
    let missing = try await results("No such schema “org.gnome”")
    #expect(missing.map(\.status) == [1, 0])
    #expect(missing[0].errors.hasSuffix(". Run this in a session of GNOME.\n"), "\(missing)")
  }
}
