import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests `minuta storage` with the real program.
@Suite(.timeLimit(.minutes(10))) struct StorageTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private var settings: String { fixture.home.path + "/.config/minuta/settings.json" }
  private var documents: String { fixture.home.path + "/Documents/Minuta" }

  private func run(_ words: String...) async throws -> ChildProcess.Result {
    try await fixture.run(words, environment: ["MINUTA_STORE": ""])
  }

  /// Returns the JSON report of `minuta storage` on a data folder.
  private func storageReport(_ words: [String] = [], store: String = "") async throws -> JSONValue {
    let result = try await fixture.run(
      ["storage", "--json"] + words,
      environment: ["MINUTA_STORE": store]
    )
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
    return try JSONValue(parsing: result.output)
  }

  @Test(arguments: [
    ("true", "noFolder", "The folder doesn't exist yet; the first record creates it."),
    ("mkdir store", "empty", "It is empty."),
    (
      "mkdir store; echo x > store/notes.txt", "otherFiles",
      "It contains other files, but no Minuta data."
    ),
    (
      "mkdir -p store/records/2024/05", "otherFiles",
      "It contains other files, but no Minuta data."
    ),
    (
      "mkdir store; echo '{\"tags\":[]}' > store/tags.json", "store",
      "It contains 0 records and 0 tags."
    ),
    ("minuta log Work 30m", "store", "It contains 1 record and 1 tag."),
    (
      "minuta log Work 30m; minuta log Email 5m; echo x > store/records/x.json", "store",
      "It contains 2 records and 2 tags; 1 file is skipped."
    ),
    (
      "minuta log Work 30m; : > store/tags.json", "store",
      "It contains 1 record and unreadable tags; 1 file is skipped."
    ),
    (
      "minuta log Work 30m; mv store real; ln -s real store", "store",
      "It contains 1 record and 1 tag."
    ),
    ("ln -s nowhere store", "brokenLink", "It is a link to a missing folder."),
    ("touch store", "notAFolder", "It is not a folder."),
    ("ln -s store store", "unreadable", "Can't read it: Too many levels of symbolic links."),
    (
      "minuta log Work 30m; rm -r store", "gone",
      "The data that was here is gone. Mount or restore the folder, or start empty.\n"
        + "  minuta storage --fresh"
    ),
  ])
  func `the state of the folder is recognized`(
    script: String,
    state: String,
    sentence: String
  ) async throws {
    try await fixture.shell(script)
    let before = try fixture.home.content()
    let result = try await fixture.run("storage")
    #expect(result.status == 0)
    #expect(result.output == "\(fixture.store) (chosen by MINUTA_STORE)\n\(sentence)\n")
    let json = try JSONValue(parsing: try await fixture.run("storage", "--json").output)
    #expect(json["path"]?.string == fixture.store)
    #expect(json["chosenBy"] == "MINUTA_STORE")
    #expect(json["state"]?.string == state)
    #expect(try fixture.home.content() == before)
  }

  @Test func `a path through a file names the file`() async throws {
    let file = try fixture.home.write("", to: "file")
    let json = try await storageReport(store: file + "/below/that")
    #expect(json["state"] == "notAFolder")
    #expect(json["obstacle"]?.string == file)
    let refused = try await run("storage", file + "/below")
    #expect(
      refused.errors
        == "minuta: Can't create '\(file)/below': '\(file)' is not a folder.\n"
    )
    #expect(refused.status == 2)
  }

  @Test(.requiresRoot)
  func `a folder of another user is reported as such`() async throws {
    _ = try await fixture.run("log", "Work", "30m")
    try #require(chown(fixture.store, 12_345, 12_345) == 0)
    let result = try await fixture.run("storage")
    #expect(
      result.output.hasSuffix(
        "It contains 1 record and 1 tag.\nIt belongs to another user, number 12345.\n"
      )
    )
    #expect(try await storageReport(store: fixture.store)["owner"] == "12345")
    // Root may use a data folder of another user; the report only notes the owner.
    #expect(try await run("storage", fixture.store).status == 0)
  }

  @Test(.requiresRoot, .requiresOrdinaryUser)
  func `a user without an account or a home can use the program`() async throws {
    try await fixture.shell("mkdir open; chmod 755 . open")
    var environment = fixture.environment
    environment["HOME"] = nil
    environment["MINUTA_STORE"] = "\(fixture.home.path)/open"
    let setpriv = try #require(TestPrograms.installed("setpriv"))
    let stranger = ["--reuid", "54999", "--regid", "54999", "--clear-groups", "--"]
    let result = try await TestPrograms.run(
      setpriv,
      stranger + [TestPrograms.minuta, "status"],
      environment: environment
    )
    #expect(result.output == "No timer is running. Today 0s.\n")
    #expect(result.status == 0)
  }

  @Test(.requiresOrdinaryUser)
  func `an unreadable folder or another user's is not chosen`() async throws {
    try await fixture.shell("mkdir closed; chmod 0 closed")
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    let environment = fixture.environment.merging(["MINUTA_STORE": ""]) { $1 }
    let closed = fixture.home.path + "/closed"
    let refused = try await UnprivilegedUser.run(
      TestPrograms.minuta,
      ["storage", closed],
      environment: environment
    )
    // Restore access, so that the folder can be deleted after the test.
    chmod(closed, 0o700)
    #expect(refused.errors == "minuta: Can't read '\(closed)': Permission denied.\n")
    #expect(refused.status == 2)
    let foreign = try await UnprivilegedUser.run(
      TestPrograms.minuta,
      ["storage", "/usr"],
      environment: environment
    )
    #expect(
      foreign.errors
        == "minuta: '/usr' belongs to another user, root. Choose a folder of your own.\n"
    )
    #expect(foreign.status == 2)
    #expect(FileManager.default.fileExists(atPath: settings) == false)
  }

  @Test
  func `--store precedes MINUTA_STORE, then the settings, then the default`()
    async throws
  {
    #expect(try await storageReport()["chosenBy"] == "default")
    #expect(try await storageReport()["path"]?.string == documents)
    let chosen = fixture.home.path + "/chosen"
    #expect(try await storageReport([chosen])["chosenBy"] == "settings")
    #expect(try await storageReport()["path"]?.string == chosen)
    #expect(try await storageReport(store: fixture.store)["path"]?.string == fixture.store)
    let flags = ["--store", fixture.home.path + "/flagged"]
    let flagged = try await storageReport(flags, store: fixture.store)
    #expect(flagged["chosenBy"] == "--store")
    #expect(flagged["path"]?.string == fixture.home.path + "/flagged")

    #expect(try await run("start", "Work").status == 0)
    #expect(try fixture.home.content().keys.contains("chosen/records"))
    let reset = try await run("storage", "--reset")
    #expect(reset.output.hasPrefix("Removed the choice; the data folder is now '\(documents)'.\n"))
    #expect(try await storageReport()["chosenBy"] == "default")
    #expect(
      try await run("storage", "--reset").output.hasPrefix(
        "No folder was chosen; nothing to reset.\n"
      )
    )
  }

  @Test func `a choice is saved with the other settings in a private file, without a new folder`()
    async throws
  {
    let text = #"{"dayStart": "06:00", "store": "/old", "daysOff": ["2026-12-25"]}"#
    let target = try fixture.home.write(text, to: "dotfiles/settings.json")
    chmod(fixture.home.path + "/dotfiles", 0o755)
    chmod(target, 0o644)
    let folder = (settings as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: settings, withDestinationPath: target)
    let path = fixture.home.path + "/My Records"
    let dry = try await run("storage", path, "--dry-run")
    #expect(
      dry.output.hasPrefix(
        "Would choose '\(path)' as the data folder. Dry run: nothing was written.\n"
      )
    )
    #expect(try fixture.home.text(of: "dotfiles/settings.json") == text)
    let result = try await run("storage", path)
    #expect(
      result.output == """
        Chose '\(path)' as the data folder.
        The folder doesn't exist yet; the first record creates it.

        """
    )
    let expected = text.replacingOccurrences(of: "/old", with: path)
    #expect(
      try JSONValue(parsing: fixture.home.text(of: "dotfiles/settings.json"))
        == JSONValue(parsing: expected)
    )
    #expect(try FileStatus.of(settings, following: false)?.kind == .link)
    #expect(try FileStatus.of(target)?.permissions == 0o600)
    #expect(try FileStatus.of(path) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["settings.json"])
  }

  @Test func `a relative path is saved as an absolute one`() async throws {
    try await fixture.shell("mkdir -p a/b; cd a/b; MINUTA_STORE= minuta storage ../../c/./d")
    #expect(try await storageReport()["path"]?.string == fixture.home.path + "/c/d")
  }

  @Test func `a leading tilde means the home in every path`() async throws {
    let home = fixture.home.path
    try fixture.home.write(#"{"intent": "StartTimer"}"#, to: "call.json")
    try await fixture.shell(
      """
      minuta start A --store=~/flag
      MINUTA_STORE='~/variable' minuta start B
      unset MINUTA_STORE
      minuta storage '~/chosen'
      minuta run '~/call.json'
      minuta storage '~'
      """
    )
    let names = try FileManager.default.contentsOfDirectory(atPath: home)
    #expect(Set(names).isSuperset(of: ["chosen", "flag", "variable"]))
    #expect(!names.contains { $0.hasPrefix("~") })
    #expect(try await storageReport()["path"]?.string == home)
    try fixture.home.write(#"{"store": "~/settled"}"#, to: ".config/minuta/settings.json")
    #expect(try await storageReport()["path"]?.string == home + "/settled")
  }

  @Test(arguments: [["--store=~ada/x", "start"], ["storage", "~ada/x"], ["run", "~ada/x"]])
  func `the home of another user is refused`(words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == 2)
    let message = """
      minuta: '~ada/x' begins with another user's home folder. Write the full path, or './~ada/x' for \
      a file of that name in the current folder.

      """
    #expect(result.errors.hasPrefix(message))
    let named = try await fixture.run(["start"], environment: ["MINUTA_STORE": "~ada/x"])
    #expect(named.errors == message)
  }

  @Test func `a choice that MINUTA_STORE overrides is reported`() async throws {
    let result = try await fixture.run("storage", fixture.home.path)
    #expect(result.errors == "minuta: MINUTA_STORE takes precedence; it is '\(fixture.store)'.\n")
    #expect(result.status == 0)
  }

  typealias Mistake = (words: [String], message: String, status: Int32)

  @Test(
    arguments: [
      (["--frsh"], "There is no flag '--frsh' (did you mean '--fresh'?).", 2),
      (
        ["--reset", "--fresh"],
        "'--reset' and '--fresh' can't be used together. Remove one of them.", 2
      ),
      (["/x", "--fresh"], "'/x' and '--fresh' can't be used together. Remove one of them.", 2),
      (
        ["/x", "--store", "/y"], "'--store' and '/x' can't be used together. Remove one of them.", 2
      ),
      ([""], "Missing argument: folder.", 3),
      (["/etc/passwd"], "'/etc/passwd' is not a folder.", 2),
      (
        ["/x", "/y"],
        "'/y' is one word too many. Put a name or a comment of several words in quotes.", 2
      ),
    ] as [Mistake]
  )
  func `a usage error is one message and saves nothing`(mistake: Mistake) async throws {
    let result = try await run("storage", mistake.words)
    #expect(result.errors.hasPrefix("minuta: \(mistake.message)\n"))
    #expect(result.status == mistake.status)
    #expect(try fixture.home.content().isEmpty)
  }

  private func run(_ word: String, _ words: [String]) async throws -> ChildProcess.Result {
    try await fixture.run([word] + words, environment: ["MINUTA_STORE": ""])
  }
}
