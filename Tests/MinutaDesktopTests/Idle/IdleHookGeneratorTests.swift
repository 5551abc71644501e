import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

@Suite struct IdleHookGeneratorTests {
  @Test func `the list contains every host of the folder, sorted`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Sources/MinutaDesktop/Idle/Hosts"
    )
    #expect(IdleHookGenerators.all.map { "\(type(of: $0)).swift" } == files.sorted())
    #expect(IdleHookGenerators.all.map(\.name) == IdleHookGenerators.all.map(\.name).sorted())
  }

  @Test(arguments: IdleHookGenerators.all.map(\.name))
  func `a host's lines equal their snapshot`(name: String) throws {
    let host = try IdleHookGenerators.named(name)
    let commands = IdleCommands(program: try ProgramPath("/usr/bin/minuta"), seconds: 300)
    try expectSnapshot(host.text(running: commands), "idle-\(name).txt")
  }

  /// The program is the only part of a line that isn't fixed, and `ProgramPath` refuses unsafe ones.
  @Test(arguments: IdleHookGenerators.all.map(\.name))
  func `each command is the path of the program and safe words`(name: String) throws {
    let host = try IdleHookGenerators.named(name)
    let commands = IdleCommands(program: try ProgramPath("/opt/a+b_c.d/minuta-1"), seconds: 61)
    let found = host.lines(running: commands).joined(separator: "\n")
      .matches(of: /\/opt\/a\+b_c\.d\/minuta-1([a-z0-9 -]*)/).map { String($0.1) }
    let known = [
      " away", " away --idle 61s", " back --ask", " idle poll gnome --after 61s",
      " idle poll xprintidle --after 61s",
    ]
    #expect(!found.isEmpty && Set(found).isSubset(of: known), "\(found)")
  }

  @Test(arguments: [("swayidel", "swayidle"), ("mutter", nil)])
  func `an unknown host is rejected with a suggestion`(name: String, near: String?) {
    let error = #expect(throws: Failure.unknownIdleHost(name, near: near)) {
      try IdleHookGenerators.named(name)
    }
    #expect(error?.message.contains("xprintidle or xss-lock") == true)
  }

  @Test(
    arguments: [
      ("gnome", "(uint64 12345,)\n", 12345), ("gnome", "(uint64 0,)\n", 0), ("gnome", "()", nil),
      ("gnome", "(uint64 -1,)", nil), ("gnome", "(uint64 ,)", nil), ("gnome", "", nil),
      ("gnome", "(uint64 99999999999999999999,)", nil), ("gnome", "(int32 5,)", nil),
      ("xprintidle", "12345\n", 12345), ("xprintidle", "0\n", 0), ("xprintidle", "", nil),
      ("xprintidle", "couldn't open display\n", nil), ("xprintidle", "12.5\n", nil),
    ]
  )
  func `the idle time is read from a program's output`(
    name: String,
    output: String,
    milliseconds: Int?
  ) throws {
    let query = try #require(try IdleHookGenerators.named(name).idleTimeQuery)
    #expect(query.milliseconds(output) == milliseconds)
  }

  @Test(.requires("sh"))
  func `the scripts are valid for a shell`() async throws {
    for host in IdleHookGenerators.all where host.header == "#!/bin/sh" {
      let commands = IdleCommands(program: try ProgramPath("/usr/bin/minuta"), seconds: 300)
      let result = try await TestPrograms.run(
        "/bin/sh",
        ["-n"],
        input: host.text(running: commands)
      )
      #expect(result.status == 0, "\(host.name): \(result.errors)")
    }
  }
}
