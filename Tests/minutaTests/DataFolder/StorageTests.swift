import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// `minuta storage` with the real program.
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

  /// What is told of a folder.
  private func told(_ words: [String] = [], store: String = "") async throws -> JSONValue {
    let result = try await fixture.run(
      ["storage", "--json"] + words,
      environment: ["MINUTA_STORE": store]
    )
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
    return try JSONValue(parsing: result.output)
  }

  @Test(arguments: [
    ("true", "noFolder", "There is no folder; the first record makes it."),
    ("mkdir store", "empty", "It is empty."),
    (
      "mkdir store; echo x > store/notes.txt", "otherFiles",
      "It holds other things, but nothing of Minuta's."
    ),
    (
      "mkdir -p store/records/2024/05", "otherFiles",
      "It holds other things, but nothing of Minuta's."
    ),
    (
      "mkdir store; echo '{\"tags\":[]}' > store/tags.json", "store",
      "It holds 0 records and 0 tags."
    ),
    ("minuta log Work 30m", "store", "It holds 1 record and 1 tag."),
    (
      "minuta log Work 30m; minuta log Email 5m; echo x > store/records/x.json", "store",
      "It holds 2 records and 2 tags; 1 file is set aside."
    ),
    (
      "minuta log Work 30m; : > store/tags.json", "store",
      "It holds 1 record and tags that cannot be read; 1 file is set aside."
    ),
    (
      "minuta log Work 30m; mv store real; ln -s real store", "store",
      "It holds 1 record and 1 tag."
    ),
    ("ln -s nowhere store", "brokenLink", "It is a link to something that is not there."),
    ("touch store", "notAFolder", "It is no folder."),
    ("ln -s store store", "unreadable", "It cannot be read: Too many levels of symbolic links."),
    (
      "minuta log Work 30m; rm -r store", "gone",
      "It is gone (or empty), where data was before; mount or restore it, "
        + "or say 'minuta storage --fresh' to begin anew."
    ),
  ])
  func `what is in the folder is told apart`(
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

  @Test func `a path that leads through a file names the file`() async throws {
    let file = try fixture.home.write("", to: "file")
    let json = try await told(store: file + "/below/that")
    #expect(json["state"] == "notAFolder")
    #expect(json["obstacle"]?.string == file)
    let refused = try await run("storage", file + "/below")
    #expect(
      refused.errors
        == "minuta: There can be no folder '\(file)/below', since '\(file)' is none.\n"
    )
    #expect(refused.status == 2)
  }

  @Test(.enabled("only root can give a folder away") { User.isRoot })
  func `a folder of another user is named as such`() async throws {
    _ = try await fixture.run("log", "Work", "30m")
    try #require(chown(fixture.store, 12_345, 12_345) == 0)
    let result = try await fixture.run("storage")
    #expect(
      result.output.hasSuffix(
        "It holds 1 record and 1 tag.\nIt belongs to another user, number 12345.\n"
      )
    )
    #expect(try await told(store: fixture.store)["owner"] == "12345")
    // Root may use what belongs to others, and is told.
    #expect(try await run("storage", fixture.store).status == 0)
  }

  private static let strangerIsKept =
    User.isRoot
    ? try? UnprivilegedUser.blockingReason(for: TestPrograms.minuta)
    : "only root can act for others"

  @Test(.enabled(if: strangerIsKept == nil, "\(strangerIsKept ?? "")"))
  func `a user whom the system does not know, without a home, is served`() async throws {
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

  private static let nobodyIsKept = try? UnprivilegedUser.blockingReason(for: TestPrograms.minuta)

  @Test(.enabled(if: nobodyIsKept == nil, "\(nobodyIsKept ?? "")"))
  func `a folder that cannot be read, or is another's, is not chosen`() async throws {
    try await fixture.shell("mkdir closed; chmod 0 closed")
    try UnprivilegedUser.changeOwner(of: fixture.home.path)
    let environment = fixture.environment.merging(["MINUTA_STORE": ""]) { $1 }
    let closed = fixture.home.path + "/closed"
    let refused = try await UnprivilegedUser.run(
      TestPrograms.minuta,
      ["storage", closed],
      environment: environment
    )
    // Else the folder could not be removed after the test.
    chmod(closed, 0o700)
    #expect(refused.errors == "minuta: Cannot read '\(closed)': Permission denied.\n")
    #expect(refused.status == 2)
    let foreign = try await UnprivilegedUser.run(
      TestPrograms.minuta,
      ["storage", "/usr"],
      environment: environment
    )
    #expect(foreign.errors == "minuta: '/usr' belongs to another user, root.\n")
    #expect(foreign.status == 2)
    #expect(FileManager.default.fileExists(atPath: settings) == false)
  }

  @Test
  func `--store counts before MINUTA_STORE, that before the settings, those before the default`()
    async throws
  {
    #expect(try await told()["chosenBy"] == "default")
    #expect(try await told()["path"]?.string == documents)
    let chosen = fixture.home.path + "/chosen"
    #expect(try await told([chosen])["chosenBy"] == "settings")
    #expect(try await told()["path"]?.string == chosen)
    #expect(try await told(store: fixture.store)["path"]?.string == fixture.store)
    let flagged = try await told(["--store", fixture.home.path + "/flagged"], store: fixture.store)
    #expect(flagged["chosenBy"] == "--store")
    #expect(flagged["path"]?.string == fixture.home.path + "/flagged")

    #expect(try await run("start", "Work").status == 0)
    #expect(try fixture.home.content().keys.contains("chosen/records"))
    let reset = try await run("storage", "--reset")
    #expect(reset.output.hasPrefix("Took the choice back; it is '\(documents)' now.\n"))
    #expect(try await told()["chosenBy"] == "default")
    #expect(try await run("storage", "--reset").output.hasPrefix("None was chosen.\n"))
  }

  @Test func `a choice is kept in a private file beside what else it says, and makes no folder`()
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
    #expect(dry.output.hasPrefix("Would choose '\(path)'. Dry run: nothing was written.\n"))
    #expect(try fixture.home.text(of: "dotfiles/settings.json") == text)
    let result = try await run("storage", path)
    #expect(
      result.output == "Chose '\(path)'.\nThere is no folder; the first record makes it.\n"
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

  @Test func `a relative path is kept as an absolute one`() async throws {
    try await fixture.shell("mkdir -p a/b; cd a/b; MINUTA_STORE= minuta storage ../../c/./d")
    #expect(try await told()["path"]?.string == fixture.home.path + "/c/d")
  }

  @Test func `a leading tilde is the home, wherever a path is given`() async throws {
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
    #expect(try await told()["path"]?.string == home)
    try fixture.home.write(#"{"store": "~/settled"}"#, to: ".config/minuta/settings.json")
    #expect(try await told()["path"]?.string == home + "/settled")
  }

  @Test(arguments: [["--store=~ada/x", "start"], ["storage", "~ada/x"], ["run", "~ada/x"]])
  func `the home of another user is refused`(words: [String]) async throws {
    let result = try await fixture.run(words)
    #expect(result.status == 2)
    #expect(
      result.errors == """
        minuta: '~ada/x' begins with another user's home folder. Write the path in full, or \
        './~ada/x' for that name in the current folder.

        """
    )
    let named = try await fixture.run(["start"], environment: ["MINUTA_STORE": "~ada/x"])
    #expect(named.errors == result.errors)
  }

  @Test func `a choice that MINUTA_STORE overrules says so`() async throws {
    let result = try await fixture.run("storage", fixture.home.path)
    #expect(result.errors == "minuta: MINUTA_STORE names '\(fixture.store)', which counts first.\n")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("{", "1: invalid JSON: unexpected end of text."),
    ("", "1: invalid JSON: unexpected end of text."),
    ("{\n\"store\": \"/x\",\n}", "2: invalid JSON: trailing comma."),
    (
      "{\n\"store\": \"/x\",\n\"store\": \"/y\"}",
      "3: invalid JSON: duplicate key 'store'."
    ),
    ("{\n\n\"store\": 1}", "3: 'store' must be a text, not '1'."),
    ("{\"store\":\n\"~ada/x\"}", "2: 'store' must be an absolute path, not '~ada/x'."),
    ("{\n\"Store\": \"/x\"}", #"2: unknown key "Store" (did you mean "store"?)"#),
    ("[]", "1: The whole must be an object, not '[]'."),
  ])
  func `settings that are wrong are told by every call that needs the folder`(
    text: String,
    message: String
  ) async throws {
    try fixture.home.write(text, to: ".config/minuta/settings.json")
    for words in [
      ["status"], ["start", "Work"], ["run", "-"], ["rpc"], ["storage"], ["storage", "--reset"],
      ["storage", "/x"], ["--store", fixture.store, "status"],
    ] {
      let result = try await fixture.run(words, input: #"{"intent": "StartTimer"}"#)
      #expect(result.status == 2)
      #expect(result.errors == "minuta: \(settings):\(message)\n")
      #expect(result.output.isEmpty)
    }
    #expect(try fixture.home.text(of: ".config/minuta/settings.json") == text)
    #expect(try fixture.content().isEmpty)
    #expect(try await run("help").status == 0)
  }

  @Test(arguments: [
    (".config/minuta/settings.json", 0o646), (".config/minuta", 0o777), (".config", 0o757),
  ])
  func `53 settings that others can write are refused`(name: String, mode: Int) async throws {
    try fixture.home.write(#"{"store": "/x"}"#, to: ".config/minuta/settings.json")
    for folder in [".config", ".config/minuta"] { chmod("\(fixture.home.path)/\(folder)", 0o755) }
    chmod(settings, 0o600)
    #expect(try await run("storage").status == 0)
    chmod("\(fixture.home.path)/\(name)", mode_t(mode))
    for words in [["status"], ["storage"], ["storage", "--reset"]] {
      let result = try await fixture.run(words)
      #expect(result.status == 2)
      #expect(
        result.errors.contains("somebody else owns or can write '\(fixture.home.path)/\(name)'")
      )
    }
  }

  @Test(.enabled("only root can give a file away") { User.isRoot })
  func `53 settings of another user are refused`() async throws {
    try fixture.home.write(#"{"store": "/x"}"#, to: ".config/minuta/settings.json")
    try #require(chown(settings, 12_345, 12_345) == 0)
    let result = try await run("storage")
    #expect(result.status == 2)
    #expect(result.errors.contains("somebody else owns or can write '\(settings)'"))
  }

  @Test func `settings that are a dead link, a folder or a pipe are told`() async throws {
    try await fixture.shell("mkdir -p .config/minuta; ln -s nowhere .config/minuta/settings.json")
    let dead = try await fixture.run("status")
    #expect(
      dead.errors
        == "minuta: The settings '\(settings)' cannot be read: No such file or directory.\n"
    )
    try await fixture.shell("cd .config/minuta; rm settings.json; mkdir settings.json")
    #expect(try await fixture.run("status").errors.hasSuffix(": Is a directory.\n"))
    try await fixture.shell("cd .config/minuta; rmdir settings.json; mkfifo settings.json")
    #expect(try await fixture.run("status").status == 2)
  }

  struct Mistake: Sendable {
    let words: [String]
    let message: String
  }

  @Test(arguments: [
    Mistake(words: ["--frsh"], message: "There is no flag '--frsh' (did you mean '--fresh'?)."),
    Mistake(words: ["--reset", "--fresh"], message: "'--reset' and '--fresh' do not go together."),
    Mistake(words: ["/x", "--fresh"], message: "'/x' and '--fresh' do not go together."),
    Mistake(words: ["/x", "--store", "/y"], message: "'--store' and '/x' do not go together."),
    Mistake(words: [""], message: "Say which folder."),
    Mistake(words: ["/etc/passwd"], message: "'/etc/passwd' is no folder."),
    Mistake(
      words: ["/x", "/y"],
      message: "Unexpected word '/y'; a name of several words stands in quotes."
    ),
  ])
  func `bad words get one sentence and settle nothing`(mistake: Mistake) async throws {
    let result = try await run("storage", mistake.words)
    #expect(result.errors == "minuta: \(mistake.message)\n")
    #expect(result.status == 2)
    #expect(try fixture.home.content().isEmpty)
  }

  private func run(_ word: String, _ words: [String]) async throws -> ChildProcess.Result {
    try await fixture.run([word] + words, environment: ["MINUTA_STORE": ""])
  }

  @Test func `its help tells what chooses the folder`() async throws {
    try expectSnapshot(try await run("storage", "--help").output, "help-storage.txt")
    let help = try await run("help", "storage")
    #expect(try await run("storage", "--help").output == help.output)
  }
}
