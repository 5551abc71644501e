import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests `minuta install` with the real program.
@Suite(.timeLimit(.minutes(10))) struct InstallCommandTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture(startsProcesses: true)
  }

  private var prefix: String { "\(fixture.home.path)/.local" }

  private func files() throws -> [String] {
    try fixture.home.content(below: ".local").filter { $0.value != nil }.map(\.key).sorted()
  }

  @Test func `the installed program works, and removing it leaves nothing`() async throws {
    let planned = try await fixture.run("install", "--dry-run")
    #expect(planned.output.hasPrefix("Would install Minuta 0.1.0 in '\(prefix)'."))
    #expect(!FileManager.default.fileExists(atPath: prefix))

    let result = try await fixture.run("install")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("  1  program"))
    #expect(result.output.contains("  3  shell completions"))
    #expect(result.output.contains("export PATH=\(prefix)/bin:\"$PATH\""))
    let found = try files()
    for file in [
      "bin/minuta", "share/bash-completion/completions/minuta",
      "share/fish/vendor_completions.d/minuta.fish", "share/zsh/site-functions/_minuta",
      "share/man/man1/minuta.1", "share/man/man7/minuta-timers.7",
      "share/emacs/site-lisp/minuta.el", "share/nvim/site/plugin/minuta.lua",
      "share/nvim/site/lua/minuta/init.lua", "share/icons/hicolor/scalable/apps/minuta.svg",
      "share/applications/minuta.desktop", "share/minuta/installed.json",
      "share/minuta/examples/import-converters/activitywatch.jq",
    ] {
      #expect(found.contains(file), "\(file)")
    }
    let version = try await TestPrograms.run("\(prefix)/bin/minuta", ["version"])
    #expect(version.output == "minuta 0.1.0\n")
    let editor = try PackageDirectory.text(of: "Examples/editors/nvim/lua/minuta/init.lua")
    #expect(try fixture.home.text(of: ".local/share/nvim/site/lua/minuta/init.lua") == editor)

    let removed = try await TestPrograms.run(
      "\(prefix)/bin/minuta",
      ["install", "--remove"],
      environment: fixture.environment
    )
    #expect(removed.output.hasPrefix("Removed \(found.count - 1) files from '\(prefix)'."))
    #expect(!FileManager.default.fileExists(atPath: prefix))
    let again = try await fixture.run("install", "--remove")
    #expect(again.status == 2)
    #expect(again.errors.hasPrefix("minuta: Nothing is installed in '\(prefix)'."))
  }

  @Test func `a program that key bindings and schedules call isn't removed without a confirmation`()
    async throws
  {
    _ = try await fixture.run("install")
    let key = #"{"press": "LOGO+s", "call": {"intent": "StopTimer"}}"#
    let map = #"{"minuta": 1, "keys": {"stop": \#(key)}}"#
    try fixture.home.write(map, to: ".config/minuta/keymap.json")
    try fixture.home.write("", to: ".config/sxhkd/sxhkdrc")
    let commands = ["keys install sxhkd", "schedule StopTimer 'Mon..Fri 17:30'"]
    for command in commands { _ = try await fixture.shell("minuta \(command) 2>&1") }
    let refused = try await fixture.run("install", "--remove")
    #expect(refused.status == 3)
    let removals = "\n  minuta keys remove sxhkd\n  minuta schedule remove StopTimer\n"
    #expect(refused.errors.contains(removals), "\(refused.errors)")
    #expect(try await fixture.run("install", "--remove", "--yes").status == 0)
  }

  @Test func `a prefix that existed before the installation is kept`() async throws {
    try fixture.home.write("mine", to: ".local/notes")
    _ = try await fixture.run("install")
    _ = try await fixture.run("install", "--remove")
    #expect(try fixture.home.content(below: ".local").keys.sorted() == ["notes"])
  }

  @Test func `the hints are quoted for the shell`() async throws {
    let result = try await fixture.run("install", "--dry-run", "--prefix", "\(prefix)/a $b")
    #expect(result.output.contains("export PATH='\(prefix)/a $b/bin':\"$PATH\""))
    #expect(result.output.contains("fpath+=('\(prefix)/a $b/share/zsh/site-functions')"))
    let narrow = try await fixture.run(["install", "--dry-run"], environment: ["COLUMNS": "80"])
    let table = narrow.output.components(separatedBy: "\n\n")[0].split(separator: "\n")
    #expect(table.allSatisfy { $0.count <= 80 }, "\(table)")
  }

  @Test func `the doctor says whether completions and editor packages are those of the program`()
    async throws
  {
    let missing = try await fixture.run("doctor")
    #expect(missing.status == 0)
    #expect(missing.output.contains("Completions and editor packages aren't installed;"))
    _ = try await fixture.run("install")
    let fine = try await fixture.run("doctor").output
    #expect(fine.contains("Shell completions of this program are installed in '\(prefix)'."))
    #expect(fine.contains("Editor packages of this program are installed in '\(prefix)'."))
    try fixture.home.write("old", to: ".local/share/emacs/site-lisp/minuta.el")
    let old = try await fixture.run("doctor")
    #expect(old.status == 1)
    #expect(old.output.contains("minuta.el' isn't that of this program. Replace it.\n    minuta "))
  }

  @Test func `a change at the end of the installed program is recognized`() async throws {
    _ = try await fixture.run("install")
    let file = try FileHandle(forUpdating: URL(filePath: "\(prefix)/bin/minuta"))
    let end = try file.seekToEnd()
    try file.seek(toOffset: end - 1)
    try file.write(contentsOf: Data([0xAA]))
    try file.close()
    let removed = try await fixture.run("install", "--remove", "--dry-run")
    #expect(removed.output.contains("'\(prefix)/bin/minuta' was changed and is kept."))
  }

  @Test func `files of others are neither overwritten nor removed`() async throws {
    _ = try fixture.linkedProgram()
    let page = ".local/share/man/man1/minuta.1"
    try fixture.home.write("mine", to: page)
    let refused = try await fixture.run("install")
    #expect(refused.status == 3)
    let reason = "was changed, or wasn't written by"
    #expect(refused.errors.contains("'\(fixture.home.path)/\(page)' \(reason)"))
    #expect(try files() == ["share/man/man1/minuta.1"])
    #expect(try await fixture.run("install", "--yes").status == 0)
    #expect(try fixture.home.text(of: page).hasPrefix(".TH"))
    // A file that was changed after the installation belongs to the user.
    try fixture.home.write("mine again", to: page)
    #expect(try await fixture.run("install").status == 3)
    let terminal = "script -qec 'minuta install' /dev/null"
    for (answer, content) in [("n", "mine again"), ("y", ".TH")] {
      let asked = try await fixture.shell(
        "PATH=\(fixture.home.path):$PATH; echo \(answer) | \(terminal) || true"
      )
      #expect(asked.contains("Replace it? [y/N]"), "\(asked)")
      #expect(try fixture.home.text(of: page).hasPrefix(content))
    }
    try fixture.home.write("mine again", to: page)
    let removed = try await fixture.run("install", "--remove")
    #expect(removed.output.contains("'\(fixture.home.path)/\(page)' was changed and is kept.\n"))
    #expect(try files() == ["share/man/man1/minuta.1"])
  }
}
