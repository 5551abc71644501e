import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

@Suite struct SystemdUnitTests {
  @Test(
    arguments: [
      (["/usr/bin/minuta", "run", "week"], "/usr/bin/minuta run week"),
      (["a b", ""], #""a b" """#),
      ([##"a"b"##, #"a\b"#], #""a\"b" "a\\b""#),
      (["100%", "$HOME", "${x}"], #""100%%" "$$HOME" "$${x}""#),
      (["a\nb\tc\u{7F}"], #""a\x0ab\x09c\x7f""#),
      (["it's", ";", "#x"], ##""it's" ";" "#x""##),
      (["ü\u{85}"], #""ü\xc2\x85""#),
    ]
  )
  func `words are quoted for systemd`(words: [String], expected: String) {
    #expect(SystemdUnit.command(words) == expected)
    #expect(SystemdUnit.words(of: expected) == words)
  }

  @Test func `a variable's dollar signs are left alone`() {
    #expect(SystemdUnit.environment(["X": "/a b/$c%d"]) == [#"Environment="X=/a b/$c%%d""#])
  }

  /// The words as systemd itself parses them.
  @Test(
    .requires("systemd-analyze"),
    arguments: [
      "plain", "a b", #"a"b"#, #"a\b"#, #"a\nb"#, "100%", "%h", "$HOME", "${HOME}", "a\nb\tc",
      "it's", ";", "#x", "-u", "@x", "ü", "\u{202E}x", "👩‍👩‍👧‍👦", #"\"#, "a\u{7F}", "",
      String(repeating: "&", count: 10_000),
    ]
  )
  func `systemd reads the words as they were`(word: String) async throws {
    let folder = try TemporaryDirectory()
    let schedule = WorkflowSchedule(
      name: "x",
      calendar: "hourly",
      command: ["/bin/echo", word],
      variables: ["XDG_CONFIG_HOME": "/a b/\(word.prefix(100))"]
    )
    try folder.write(schedule.service, to: "systemd/user/minuta-x.service")
    let timer = try folder.write(schedule.timer, to: "systemd/user/minuta-x.timer")
    let service = folder.path + "/systemd/user/minuta-x.service"
    let result = try await TestPrograms.run(
      "/usr/bin/systemd-analyze",
      ["--user", "verify", timer, service],
      environment: [
        "HOME": folder.path, "PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path,
        "XDG_RUNTIME_DIR": folder.path, "SYSTEMD_LOG_LEVEL": "debug", "LC_ALL": "C.UTF-8",
      ]
    )
    #expect(result.status == 0, "\(result.errors.suffix(2000))")
    let line = try #require(
      result.output.split(separator: "\n").first { $0.contains("Command Line: /bin/echo") }
    )
    let command = try #require(line.split(separator: "Command Line: ", maxSplits: 1).last)
    #expect(SystemdCommandLine.words(command) == ["/bin/echo", word], "\(line)")
  }
}
