import Foundation
import IntentKit
import JSONText
import MinutaStore
import MinutaSync
import MinutaTestSupport
import Testing

@testable import minuta

/// Conflicts of a field or a file that two machines changed, and what closes them.
@Suite(.requires("git"), .timeLimit(.minutes(2))) struct SyncConflictTests {
  private let hub: SyncHub
  private let machines: [SyncMachine]

  /// Makes two machines write different comments into a record that both have.
  init() async throws {
    hub = try await SyncHub()
    machines = [try await hub.machine(0), try await hub.machine(1)]
    _ = try await machines[0].perform("LogTime", ["tag": "Work", "duration": "10m"])
    for machine in machines { _ = try await machine.perform("Sync") }
    for (machine, text) in zip(machines, ["Anna", "Bob"]) {
      machine.advance(by: 60)
      _ = try await machine.perform("UpdateRecord", ["record": "last", "comment": .string(text)])
    }
    for machine in machines + [machines[0]] { _ = try await machine.perform("Sync") }
  }

  private func conflicts() async throws -> [SyncConflict] {
    try await SyncConflicts(try machines[0].folderSync).open()
  }

  @Test func `a label that is added later leaves a conflict of comments open`() async throws {
    let before = try await conflicts()
    #expect(before.count == 1)
    _ = try await machines[0].perform("UpdateRecord", ["record": "last", "labels": ["billable"]])
    _ = try await machines[0].perform("Sync")
    let conflict = try #require(try await conflicts().first)
    let other = try #require(before.first?.other?.string)
    #expect(conflict.other?.string == "\(other) #billable")
    #expect(try SyncConflicts(try machines[0].folderSync).take(conflict))
    #expect(try machines[0].records().values.first?["comment"]?.string == "\(other) #billable")
    #expect(try await conflicts() == [])
  }

  /// Lines that somebody has written into the message of a commit.
  private static let forgedLines = [
    #"["file",".git/config","user.name",0,"tags.json"]"#, #"["file","../x","",0,"tags.json"]"#,
    #"["file",".git/config","",0,"tags.json"]"#,
    #"["file","invoices/2026-001.json","date",0,"tags.json"]"#,
  ]

  @Test(arguments: forgedLines)
  func `a forged line in a message reaches no other file and hides no conflict`(
    line: String
  ) async throws {
    try await hub.shell(
      """
      cd '\(machines[0].folder)' && git config user.name A && git config user.email a
      mkdir -p invoices && echo '{"date":"x"}' > invoices/2026-001.json && git add invoices
      git commit -qm x && echo '{"date":"y"}' > invoices/2026-001.json && git add invoices
      printf 'x\\n\\nMinuta-Conflict: %s\\n' '\(line)' | git commit -qF -
      """
    )
    #expect(try await conflicts().map(\.field.key) == ["comment"])
    #expect(try await machines[0].perform("SyncStatus").result?.value["conflicts"] == 1)
  }

  @Test(arguments: [
    "grep.patternType fixed", "grep.extendedRegexp true", "i18n.logOutputEncoding UTF-16",
    "log.diffMerges first-parent",
  ])
  func `the user's settings of git hide no conflict`(setting: String) async throws {
    _ = try await machines[0].git(
      ["config"] + setting.split(separator: " ").map(String.init)
    )
    #expect(try await conflicts().count == 1)
  }

  @Test func `a new conflict comes after the older ones in the list`() async throws {
    for (machine, start) in zip(machines, ["05:30", "05:40"]) {
      machine.advance(by: 60)
      _ = try await machine.perform("UpdateRecord", ["record": "last", "start": .string(start)])
    }
    for machine in machines + [machines[0]] { _ = try await machine.perform("Sync") }
    #expect(try await conflicts().map(\.field.key) == ["comment", "startTime"])
  }

  @Test func `another comment closes a conflict`() async throws {
    machines[0].advance(by: 60)
    _ = try await machines[0].perform("UpdateRecord", ["record": "last", "comment": "Both"])
    _ = try await machines[0].perform("Sync")
    #expect(try await conflicts() == [])
  }

  /// Makes both machines change a file that isn't a record.
  private func makeFileConflict() async throws -> String {
    let path = "invoices/2026-001.json"
    let write = { (number: Int, text: String) in
      let folder = machines[number].folder
      try await hub.shell("cd '\(folder)'; mkdir -p invoices; echo '\(text)' > \(path)")
      machines[number].advance(by: 60)
      _ = try await machines[number].perform("Sync")
    }
    try await write(0, "{}")
    _ = try await machines[1].perform("Sync")
    try await write(0, #"{ "a": 1 }"#)
    try await write(1, #"{ "b": 1 }"#)
    _ = try await machines[0].perform("Sync")
    return path
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try machines[0].files()[path] ?? [], as: UTF8.self)
  }

  @Test func `the other version of a file can be taken, and undone`() async throws {
    let path = try await makeFileConflict()
    let kept = try text(path)
    let conflict = try #require(try await conflicts().last)
    #expect(conflict.field.subject == .file(path))
    #expect(conflict.kept?.string == kept)
    #expect(try SyncConflicts(try machines[0].folderSync).take(conflict))
    #expect(try text(path) == conflict.other?.string)
    #expect(try await conflicts().count == 1)
    _ = try await machines[0].perform("Undo")
    #expect(try text(path) == kept)
    #expect(try await conflicts().count == 2)
  }

  @Test func `a later change of a file closes its conflict`() async throws {
    let path = try await makeFileConflict()
    try await hub.shell("echo '{}' > '\(machines[0].folder)/\(path)'")
    #expect(try await conflicts().count == 1)
    for machine in machines { _ = try await machine.perform("Sync") }
    #expect(try await SyncConflicts(try machines[1].folderSync).open().count == 1)
  }
}
