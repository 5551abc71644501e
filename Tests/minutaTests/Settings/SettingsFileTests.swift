import Foundation
import JSONText
import MinutaTestSupport
import SystemCalls
import Testing

/// Tests unusable and untrusted settings files with the real program.
@Suite(.timeLimit(.minutes(10))) struct SettingsFileTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  private var settings: String { fixture.home.path + "/.config/minuta/settings.json" }

  private func run(_ words: String...) async throws -> ChildProcess.Result {
    try await fixture.run(words, environment: ["MINUTA_STORE": ""])
  }

  @Test(arguments: [
    ("{", "1: invalid JSON: unexpected end of text."),
    ("", "1: invalid JSON: unexpected end of text."),
    ("{\n\"store\": \"/x\",\n}", "2: invalid JSON: trailing comma."),
    (
      "{\n\"store\": \"/x\",\n\"store\": \"/y\"}",
      "3: invalid JSON: duplicate key 'store'."
    ),
    ("{\n\n\"store\": 1}", "3: 'store' must be text, not the number 1."),
    (
      "{\"store\":\n\"~ada/x\"}",
      "2: 'store' must be an absolute path, not '~ada/x'. Begin it with '/' or '~/'."
    ),
    ("{\n\"Store\": \"/x\"}", #"2: unknown key "Store" (did you mean "store"?)"#),
    ("[]", "1: The top-level value must be an object, not the list []."),
  ])
  func `invalid settings are reported by every call that needs the folder`(
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
  func `B53 settings that another user can write are refused`(name: String, mode: Int) async throws
  {
    try fixture.home.write(#"{"store": "/x"}"#, to: ".config/minuta/settings.json")
    for folder in [".config", ".config/minuta"] { chmod("\(fixture.home.path)/\(folder)", 0o755) }
    chmod(settings, 0o600)
    #expect(try await run("storage").status == 0)
    chmod("\(fixture.home.path)/\(name)", mode_t(mode))
    for words in [["status"], ["storage"], ["storage", "--reset"]] {
      let result = try await fixture.run(words)
      #expect(result.status == 2)
      #expect(
        result.errors.contains("other users can change '\(fixture.home.path)/\(name)'")
      )
    }
  }

  @Test(.requiresRoot)
  func `B53 settings of another user are refused`() async throws {
    try fixture.home.write(#"{"store": "/x"}"#, to: ".config/minuta/settings.json")
    try #require(chown(settings, 12_345, 12_345) == 0)
    let result = try await run("storage")
    #expect(result.status == 2)
    #expect(result.errors.contains("other users can change '\(settings)'"))
  }

  @Test func `settings that are a dangling link, a folder or a pipe are refused`() async throws {
    try await fixture.shell("mkdir -p .config/minuta; ln -s nowhere .config/minuta/settings.json")
    let dead = try await fixture.run("status")
    #expect(
      dead.errors
        == "minuta: Can't read '\(settings)': No such file or directory.\n"
    )
    try await fixture.shell("cd .config/minuta; rm settings.json; mkdir settings.json")
    #expect(try await fixture.run("status").errors.hasSuffix(": Is a directory.\n"))
    try await fixture.shell("cd .config/minuta; rmdir settings.json; mkfifo settings.json")
    #expect(try await fixture.run("status").status == 2)
  }
}
