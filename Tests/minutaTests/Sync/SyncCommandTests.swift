import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// The output of the actions of `minuta sync`, as processes with two data folders.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncCommandTests {
  private let fixture: MinutaFixture

  init() async throws {
    fixture = try MinutaFixture()
    try await fixture.shell(
      """
      git init -q --bare -b main hub.git
      minuta log Work 30m
      minuta sync init "$HOME/hub.git"
      minuta sync init "$HOME/hub.git" --store other
      """
    )
  }

  /// Makes both folders change a field, of which the value of the folder `store` wins.
  private func makeConflict(_ edit: String, _ other: String) async throws {
    try await fixture.shell(
      """
      minuta \(other) --store other; minuta sync --store other; sleep 1
      minuta \(edit); minuta sync
      """
    )
  }

  @Test func `conflicts show local times, and the names of fields and tags`() async throws {
    try await makeConflict(
      "edit last --start '2026-01-02 08:15' --end '2026-01-02 09:00' --tag Here",
      "edit last --start '2026-01-02 08:30' --end '2026-01-02 09:30:05' --tag There"
    )
    let lines = try await fixture.shell("minuta sync conflicts").split(separator: "\n")
    let rows = lines.map {
      $0.split(separator: "  ").map { String($0).trimmingCharacters(in: .whitespaces) }
    }
    #expect(rows.contains { $0.suffix(3) == ["start", "2026-01-02 08:15", "2026-01-02 08:30"] })
    #expect(rows.contains { $0.suffix(3) == ["end", "2026-01-02 09:00", "2026-01-02 09:30:05"] })
    #expect(rows.contains { $0.suffix(3) == ["tag", "'Here'", "'There'"] }, "\(lines)")
  }

  @Test func `take prints its outcome as JSON, or nothing with -q, and the history names it`()
    async throws
  {
    try await makeConflict("edit last --comment Here", "edit last --comment There")
    let planned = try await fixture.outcome(["sync", "take", "1", "--dry-run"])
    #expect(planned["status"] == "planned")
    #expect(planned["value"]?["taken"]?.array?.first?["other"] == "There")
    let taken = try await fixture.outcome(["sync", "take", "1"])
    #expect(taken["status"] == "ok")
    #expect(taken["dialog"]?.string?.contains(" to 'There'.") == true, "\(taken)")
    let history = try await fixture.shell("minuta history")
    #expect(history.contains("sync take") && !history.contains("TakeSyncedValue"), "\(history)")
    #expect(try await fixture.shell("minuta undo").contains("'sync take'"))
    #expect(try await fixture.shell("minuta sync take 1 -q") == "")
  }

  @Test func `init prints its outcome as JSON, or nothing with -q`() async throws {
    #expect(try await fixture.shell("minuta sync init -q \"$HOME/hub.git\" --store third") == "")
    let outcome = try await fixture.outcome(["sync", "init", "\(fixture.home.path)/hub.git"])
    #expect(outcome["status"] == "ok")
    #expect(outcome["dialog"] == "In sync.")
    #expect(outcome["value"]?["remote"] == "origin")
  }

  @Test func `a detached head names a branch that exists`() async throws {
    try await fixture.shell("cd store; git branch -m trunk; git checkout -q --detach")
    let result = try await fixture.run("sync")
    #expect(
      result.errors.hasSuffix("Check one out.\n  git -C \(fixture.store) switch trunk\n"),
      "\(result.errors)"
    )
  }

  @Test func `a merge that isn't finished in a linked work tree is named`() async throws {
    try await fixture.shell(
      """
      cd store; git config user.name A; git config user.email a@example.org
      git worktree add -q -b side ../linked
      cd ../linked; echo 1 > n.txt; git add .; git commit -qm side
      git config branch.side.remote origin; git config branch.side.merge refs/heads/main
      git checkout -q -b third HEAD^; echo 2 > n.txt; git add .; git commit -qm third
      git checkout -q side; git merge -q third || true
      """
    )
    let result = try await fixture.run("sync", "--store", "\(fixture.home.path)/linked")
    #expect(result.errors.contains("A merge isn't finished in"), "\(result.errors)")
    try await fixture.shell(
      """
      cd linked; git merge --abort; touch ../store/.git/worktrees/linked/index.lock
      touch ../store/.git/refs/heads/side.lock
      """
    )
    let second = try await fixture.run("sync", "--store", "\(fixture.home.path)/linked")
    #expect(second.status == 0, "\(second.errors)")
  }
}
