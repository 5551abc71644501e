import Foundation
import MinutaTestSupport
import Testing

/// Tests that changes by hand in the files of other programs aren't lost unasked.
@Suite(.serialized, .timeLimit(.minutes(10))) struct HandEditTests {
  private let fixture: KeyHostFixture

  init() throws { fixture = try KeyHostFixture() }

  private func schedule(
    _ words: [String],
    _ environment: [String: String]
  ) async throws -> ChildProcess.Result {
    try await TestPrograms.run(
      fixture.program,
      ["schedule"] + words,
      environment: fixture.environment.merging(environment) { $1 }
    )
  }

  /// Returns the environment with a `systemctl` that records its arguments.
  private func recordingSystemctl() async throws -> [String: String] {
    try await fixture.home.writeExecutable(
      "#!/bin/sh\necho \"$@\" >> \"$HOME/calls\"\n",
      to: "bin/systemctl"
    )
    return ["PATH": "\(fixture.home.path)/bin:/usr/bin:/bin"]
  }

  @Test(arguments: KeyHostFile.all)
  func `a backup is never overwritten, and removing restores the file of the last install`(
    file: KeyHostFile
  ) async throws {
    let (first, second) = (file.before + file.after, file.before + file.after + "# other\n")
    try fixture.home.write(first, to: file.path)
    _ = try await fixture.keys(["install", file.host])
    // The file that is restored has another line, so the backup of the first stays.
    try fixture.home.write(fixture.home.text(of: file.path) + "# other\n", to: file.path)
    _ = try await fixture.keys(["remove", file.host])
    #expect(try fixture.home.text(of: file.path) == second)
    _ = try await fixture.keys(["install", file.host])
    #expect(try fixture.home.text(of: file.path + ".minuta-backup") == first)
    #expect(try fixture.home.text(of: file.path + ".minuta-backup-2") == second)
    _ = try await fixture.keys(["remove", file.host])
    #expect(try fixture.home.text(of: file.path) == second)
    #expect(try fixture.home.text(of: file.path + ".minuta-backup") == first)
    #expect(!FileManager.default.fileExists(atPath: fixture.path(file.path + ".minuta-backup-2")))
  }

  @Test(arguments: KeyHostFile.all)
  func `D65 changes by hand in the block are named, and lost only with a confirmation`(
    file: KeyHostFile
  ) async throws {
    let original = file.before + file.after
    try fixture.home.write(original, to: file.path)
    _ = try await fixture.keys(["install", file.host])
    let installed = try fixture.home.text(of: file.path)
    var lines = installed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let end = try #require(lines.lastIndex { $0.contains("end of `minuta keys") })
    lines.insert("  my own line  ", at: end)
    let edited = lines.joined(separator: "\n")
    for action in ["install", "remove"] {
      try fixture.home.write(edited, to: file.path)
      for flag in ["--no-input", "--dry-run"] {
        let refused = try await fixture.keys([action, file.host, flag])
        #expect(refused.status != 0 && refused.output.isEmpty)
        #expect(refused.errors.contains("may have been changed by hand, so nothing was done."))
        #expect(refused.errors.hasSuffix("\n  my own line\n"), "\(refused.errors)")
        #expect(try fixture.home.text(of: file.path) == edited)
      }
      #expect(try await fixture.keys([action, file.host, "--yes"]).status == 0)
      #expect(try fixture.home.text(of: file.path) == (action == "install" ? installed : original))
    }
  }

  @Test(arguments: [true, false])
  func `a block without a checksum is replaced without a question only if no line is lost`(
    differs: Bool
  ) async throws {
    let path = ".config/sway/config"
    try fixture.home.write("# mine\n", to: path)
    _ = try await fixture.keys(["install", "sway"])
    let installed = try fixture.home.text(of: path)
    // As earlier versions wrote it.
    var lines = installed.split(separator: "\n").filter { !$0.hasPrefix("# checksum ") }
    if differs { lines[2] = "bindsym Mod4+Shift+w exec /usr/bin/minuta key start-work" }
    let old = lines.joined(separator: "\n") + "\n"
    try fixture.home.write(old, to: path)
    let result = try await fixture.keys(["install", "sway"])
    #expect((result.status == 0) != differs)
    #expect(result.errors.contains("\n  bindsym Mod4+Shift+w exec") == differs, "\(result)")
    #expect(try fixture.home.text(of: path) == (differs ? old : installed))
    #expect(try await fixture.keys(["remove", "sway"]).status == 0)
    #expect(try fixture.home.text(of: path) == "# mine\n")
  }

  @Test(arguments: [("y", true), ("n", false), ("", false)])
  func `at a terminal, install shows the changes and asks`(
    answer: String,
    agrees: Bool
  ) async throws {
    let path = ".config/sway/config"
    try fixture.home.write("# mine\n", to: path)
    _ = try await fixture.keys(["install", "sway"])
    let installed = try fixture.home.text(of: path)
    let edited = installed.replacing("# end of", with: "bindsym Mod4+q kill\n# end of")
    try fixture.home.write(edited, to: path)
    let result = try await TestPrograms.run(
      "/bin/sh",
      ["-c", "script -qec '\(fixture.program) keys install sway' /dev/null"],
      environment: fixture.environment.merging(["TERM": "dumb"]) { $1 },
      input: answer + "\n"
    )
    #expect(result.output.contains("bindsym Mod4+q kill"), "\(result)")
    #expect(result.output.contains("Lose these changes?"), "\(result)")
    #expect(try fixture.home.text(of: path) == (agrees ? installed : edited))
  }

  @Test(arguments: [["StopTimer", "hourly"], ["remove", "StopTimer"]])
  func `a unit that was changed by hand is lost only with a confirmation`(
    words: [String]
  ) async throws {
    let environment = try await recordingSystemctl()
    _ = try await schedule(["StopTimer", "daily"], environment)
    let unit = ".config/systemd/user/minuta-StopTimer.timer"
    let edited = try fixture.home.text(of: unit) + "RandomizedDelaySec=5m\n"
    try fixture.home.write(edited, to: unit)
    let calls = try fixture.home.text(of: "calls")
    for flags in [[], ["--dry-run"]] {
      let refused = try await schedule(words + flags, environment)
      #expect(refused.status != 0 && refused.output.isEmpty)
      #expect(refused.errors.hasSuffix("\n  RandomizedDelaySec=5m\n"), "\(refused.errors)")
      #expect(try fixture.home.text(of: unit) == edited)
    }
    #expect(try fixture.home.text(of: "calls") == calls)
    #expect(try await schedule(words + ["--yes"], environment).status == 0)
    #expect((try? fixture.home.text(of: unit).contains("Randomized")) != true)
    #expect(try await schedule(["StopTimer", "daily"], environment).status == 0)
  }

  @Test func `a unit without a checksum is replaced without a question only if no line is lost`()
    async throws
  {
    let environment = try await recordingSystemctl()
    _ = try await schedule(["StopTimer", "daily"], environment)
    let unit = ".config/systemd/user/minuta-StopTimer.service"
    let old = try fixture.home.text(of: unit).replacing(/# checksum .*\n/, with: "")
    try fixture.home.write(old, to: unit)
    #expect(try await schedule(["StopTimer", "daily"], environment).status == 0)
    try fixture.home.write(old.replacing("oneshot", with: "simple"), to: unit)
    let refused = try await schedule(["StopTimer", "daily"], environment)
    #expect(refused.errors.hasSuffix("\n  Type=simple\n"), "\(refused.errors)")
    #expect(try await schedule(["remove", "StopTimer"], environment).status == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.home.path)/\(unit)"))
  }
}
