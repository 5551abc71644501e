import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the example workflows that sync, with real processes.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncExampleTests {
  private let workflows: WorkflowFixture
  private var fixture: MinutaFixture { workflows.fixture }

  init() async throws {
    workflows = try await WorkflowFixture.make()
    try await fixture.shell(
      """
      git init -q --bare -b main hub.git
      minuta log Work 30m
      minuta sync init "$HOME/hub.git"
      minuta sync init "$HOME/hub.git" --store other
      """
    )
  }

  /// Waits until the remote has a number of records.
  private func waitForRecords(_ count: Int) async throws {
    try await wait(for: "\(count) records on the remote") {
      let files = try await fixture.shell("git -C hub.git ls-tree -r --name-only main records")
      return files.split(separator: "\n").count == count
    }
  }

  @Test func `the hook syncs after each change of a record`() async throws {
    try workflows.install(example: "sync_changes")
    let listed = try await workflows.run("hooks")
    #expect(listed.output.hasPrefix("  record.changed  after  sync_changes  "), "\(listed)")
    for (count, words) in [(2, "log Email 5m"), (3, "start Home"), (2, "delete last --yes")] {
      try await fixture.shell("minuta \(words)")
      try await waitForRecords(count)
    }
    // A hook that syncs causes no event, so it ends, and the next change has its own run.
    try await wait(for: "three runs") {
      try workflows.hookTraces().count { $0.contains(#""ended""#) } == 3
    }
  }

  @Test func `the scheduled workflow syncs, and notifies only of conflicts`() async throws {
    try workflows.install(example: "sync_often")
    let link = try fixture.linkedProgram()
    let added = try await TestPrograms.run(
      link,
      ["schedule", "sync_often", "*:0/15"],
      environment: fixture.environment
    )
    try #require(added.status == 0, "\(added.errors)")
    let service = try fixture.home.text(of: ".config/systemd/user/minuta-sync_often.service")
    let command = try #require(service.firstMatch(of: /ExecStart=(.*)/)).1
    func runCommand() async throws -> String {
      let result = try await TestPrograms.run(
        "/bin/sh",
        ["-c", "exec \(command)"],
        environment: ["HOME": fixture.home.path].merging(workflows.environment) { $1 }
      )
      #expect(result.status == 0, "\(result.errors)")
      return result.output
    }
    try await fixture.shell("minuta log Email 5m")
    #expect(try await runCommand() == "Sent 1 record and tags.\n")
    #expect(workflows.notes == "")
    try await fixture.shell(
      """
      minuta sync --store other
      minuta edit last --comment There --store other; minuta sync --store other
      minuta edit last --comment Here
      """
    )
    let sentence = try await runCommand()
    #expect(sentence.contains("1 field was changed on both sides"), "\(sentence)")
    let note = sentence.replacing(" / ", with: "\n")
    #expect(workflows.notes == "--app-name=Minuta --print-id --urgency=normal -- Sync \(note)")
  }
}
