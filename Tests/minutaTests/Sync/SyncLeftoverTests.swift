import Foundation
import IntentKit
import JSONText
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Conflicts that plain git leaves after its merges with Minuta's merge driver.
@Suite(.requires("git"), .timeLimit(.minutes(5))) struct SyncLeftoverTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes two machines that share one record and use the merge driver.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    for number in machines.indices {
      try await git(
        number,
        """
        git config user.name A && git config user.email a@example.org
        git config core.editor true
        git config merge.minuta.driver "'\(TestPrograms.minuta)' merge-file %O %A %B"
        """
      )
    }
    _ = try await machines[0].perform("LogTime", ["tag": "Work", "duration": "10m"])
    for machine in machines { _ = try await machine.perform("Sync") }
  }

  /// The commands by which a user takes over the changes of the remote.
  ///
  /// Git finds most renamed files, and leaves both files if it finds none, as with a limit of 100%.
  private static let pulls = [
    """
    git pull -q --no-rebase --no-edit -X find-renames=100% || { git add -A && git commit -qm merged; }
    """,
    """
    git fetch -q && { git rebase -q -X find-renames=100% origin/main || \
      { git add -A && git rebase --continue; }; }
    """,
    """
    git fetch -q && { git cherry-pick -X find-renames=100% origin/main || \
      { git add -A && git cherry-pick --continue; }; }
    """,
  ]

  @Test(arguments: pulls, [true, false])
  func `a record that moved to another month while it was edited becomes one file again`(
    pull: String,
    syncs: Bool
  ) async throws {
    _ = try await machines[0].perform("UpdateRecord", ["record": "last", "comment": "Anna #a"])
    _ = try await machines[0].perform("Sync")
    machines[1].advance(by: 60)
    let moved: JSONObject = [
      "record": "last", "start": "2026-09-01 10:00", "end": "2026-09-01 11:00",
    ]
    #expect(try await machines[1].perform("UpdateRecord", moved).status == "ok")
    try await git(1, "git add -A && git commit -qm moved && { \(pull); }")
    #expect(try recordPaths(1).count == 2)
    // Until then, readers show one record and one conflict.
    let listed = try await value(1, "ListRecords", ["range": "all"])
    #expect(listed["records"]?.array?.count == 1)
    #expect(listed["skippedFiles"]?.array?.count == 1)
    #expect(try await value(1, "Doctor")["remaining"] == 1)
    try await repair(bySyncing: syncs)
    #expect(try recordPaths(1).count == 1)
    let record = try #require(try machines[1].records().values.first)
    #expect(record["startTime"] == "2026-09-01T10:00:00Z")
    #expect(record["comment"] == "Anna #a")
    #expect(try await value(1, "Doctor")["remaining"] == 0)
  }

  @Test(arguments: pulls, [true, false])
  func `two new tags of one name become one, and their records follow`(
    pull: String,
    syncs: Bool
  ) async throws {
    for (machine, minutes) in zip(machines, [60.0, 62]) {
      machine.advance(by: minutes * 60)
      _ = try await machine.perform("LogTime", ["tag": "New", "duration": "20m"])
    }
    _ = try await machines[0].perform("Sync")
    try await git(1, "git add -A && git commit -qm new && { \(pull); }")
    #expect(try await tagNames(1).sorted() == ["New", "New", "Work"])
    #expect(try await value(1, "Doctor")["remaining"] == 1)
    try await repair(bySyncing: syncs)
    #expect(try await tagNames(1).sorted() == ["New", "Work"])
    #expect(Set(try machines[1].records().values.map { $0["tagId"] }).count == 2)
    #expect(try await value(1, "Doctor")["remaining"] == 0)
  }

  @Test func `conflict markers that were committed are merged by the next sync`() async throws {
    for (machine, text) in zip(machines, ["Anna", "Bob"]) {
      machine.advance(by: 60)
      _ = try await machine.perform("UpdateRecord", ["record": "last", "comment": .string(text)])
    }
    _ = try await machines[0].perform("Sync")
    try await git(1, "git add -A && git commit -qm bob && { \(Self.pulls[0]); }")
    let file = try #require(try machines[1].files()[recordPaths(1)[0]])
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains("<<<<<<<"))
    let result = try await value(1, "Sync")
    #expect(result["conflicts"] == 1)
    #expect(try machines[1].records().values.first?["comment"] == "Bob")
    _ = try await value(0, "Sync")
    #expect(try machines[0].files() == machines[1].files())
    for machine in machines {
      let conflicts = SyncConflicts(try machine.folderSync)
      #expect(try await conflicts.open().map(\.other) == ["Anna"])
    }
  }

  @Test func `conflict markers that arrive never reach the folder, and both values are kept`()
    async throws
  {
    for (machine, text) in zip(machines, ["Anna", "Bob"]) {
      machine.advance(by: 60)
      _ = try await machine.perform("UpdateRecord", ["record": "last", "comment": .string(text)])
    }
    _ = try await machines[0].perform("Sync")
    try await git(1, "git add -A && git commit -qm bob && { \(Self.pulls[0]); } && git push -q")
    let result = try await value(0, "Sync")
    #expect(result["conflicts"] == 1)
    #expect(try machines[0].records().values.first?["comment"] == "Bob")
    let conflicts = try await SyncConflicts(try machines[0].folderSync).open()
    #expect(conflicts.map(\.other) == ["Anna"])
    for machine in [1, 0] { _ = try await value(machine, "Sync") }
    #expect(try machines[0].files() == machines[1].files())
  }

  @Test func `copies of another sync program are merged before they are sent`() async throws {
    let path = try recordPaths(1)[0]
    let copy = "\(path.dropLast(5)).sync-conflict-20261124-101112-ABCDEFG.json"
    try await git(1, "sed 's/{/{ \"mood\": \"good\",/' \(path) > \(copy)")
    _ = try await value(1, "Sync")
    #expect(try recordPaths(1) == [path])
    #expect(try machines[1].records().values.first?["mood"] == "good")
    _ = try await value(0, "Sync")
    #expect(try machines[0].files() == machines[1].files())
  }

  @Test(arguments: [
    "rm tags.json", "echo '<<<<' > tags.json", ": > tags.json", "echo '{}' > tags.json",
  ])
  func `a sync refuses to spread a damaged tags.json, and names the command that mends it`(
    damage: String
  ) async throws {
    try await git(1, damage)
    let before = try machines[0].files()
    let outcome = try await machines[1].perform("Sync")
    let failure = try #require(outcome.error)
    #expect(failure.code == "tagsUnusable")
    let remedy = "See how to fix it.\n  minuta doctor"
    #expect(failure.message.hasSuffix(remedy), "\(failure.message)")
    #expect(try await value(1, "Doctor", ["repair": true])["remaining"] == 0)
    _ = try await value(1, "Sync")
    _ = try await value(0, "Sync")
    #expect(try machines[0].files() == before)
    #expect(try await tagNames(1) == ["Work"])
  }

  @Test(arguments: ["rm tags.json", "echo '<<<<' > tags.json"])
  func `tags that only came by git are mended with git`(damage: String) async throws {
    let clone = try SyncMachine(2, in: hub.folder.path)
    try await hub.shell(
      "mkdir -p machine2/Documents && git clone -q hub.git machine2/Documents/Minuta"
    )
    try await hub.shell("cd machine2/Documents/Minuta && \(damage)")
    let outcome = try await clone.perform("StartTimer", ["tag": "Work"])
    let failure = try #require(outcome.error)
    let command = try #require(failure.message.split(separator: "\n  ").last)
    #expect(command.hasPrefix("git -C "), "\(failure.message)")
    try await hub.shell(String(command))
    #expect(try await clone.perform("StartTimer", ["tag": "Work"]).status == "ok")
  }

  /// Repairs the only leftover on machine 1, by syncs of both machines or by a repair.
  private func repair(bySyncing syncs: Bool) async throws {
    if syncs {
      for machine in [1, 0, 1] { _ = try await value(machine, "Sync") }
      #expect(try machines[0].files() == machines[1].files())
    } else {
      #expect(try await value(1, "Doctor", ["repair": true])["repaired"] == 1)
    }
  }

  private func recordPaths(_ number: Int) throws -> [String] {
    try machines[number].files().keys.filter { $0.hasPrefix("records/") }.sorted()
  }

  private func tagNames(_ number: Int) async throws -> [String] {
    let value = try await value(number, "ListTags")
    return (value["tags"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  private func value(
    _ number: Int,
    _ intent: String,
    _ values: JSONObject = [:]
  ) async throws -> JSONValue {
    let outcome = try await machines[number].perform(intent, values)
    #expect(outcome.status == "ok", "\(intent): \(outcome)")
    return outcome.json["value"] ?? .null
  }

  /// Runs a script in a machine's data folder.
  private func git(_ number: Int, _ script: String) async throws {
    try await hub.shell("cd '\(machines[number].folder)'\n\(script)")
  }
}
