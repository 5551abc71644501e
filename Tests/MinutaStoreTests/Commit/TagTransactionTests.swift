import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

@Suite struct TagTransactionTests {
  private typealias Tag = MinutaCore.Tag

  private let folder: TemporaryDirectory
  private let store: DirectoryStore
  private let journal: Journal
  private let origin = ChangeOrigin(
    now: Timestamp.date("2026-11-20T12:00:00Z") ?? .distantPast,
    source: "test",
    intent: "Test"
  )
  private let journalFile = ".minuta.nosync/here/history-2026-11.jsonl"

  init() throws {
    folder = try TemporaryDirectory()
    store = DirectoryStore(path: folder.path, machine: "here")
    journal = Journal(folder: folder.path + "/.minuta.nosync/here")
  }

  /// Returns a tag whose ID and creation time are derived from `number`.
  private func tag(_ number: Int, _ name: String) -> Tag {
    let digits = String(number)
    let id = "00000000-0000-0000-0000-" + String(repeating: "0", count: 12 - digits.count) + digits
    return Tag(
      id: UUID(uuidString: id) ?? UUID(),
      name: name,
      createdAt: origin.now.addingTimeInterval(Double(number))
    )
  }

  /// Commits several calls together, each of which saves some tags.
  private func save(_ calls: [Tag]...) throws {
    try store.write(origin) { transaction in
      for call in calls {
        for tag in call { transaction.save(tag) }
        transaction.endCall(origin)
      }
    }
  }

  private func saveRecord() throws {
    try store.write(origin) { transaction in
      transaction.save(TimeRecord(id: UUID(), startTime: origin.now, endTime: origin.now))
    }
  }

  private func names(in file: String = "tags.json") throws -> [String] {
    try #require(StoredTags(text: folder.text(of: file))).tags.map(\.name)
  }

  private func journalSize() throws -> Int { try folder.text(of: journalFile).utf8.count }

  /// Reopens the last journal entry, as if the writer had crashed directly after the commit.
  ///
  /// - Parameter tags: the content of `tags.json` after the crash; nil for a missing file.
  private func simulateCrashAfterCommit(with tags: String?) throws {
    try folder.write(String(try folder.text(of: journalFile).dropLast()), to: journalFile)
    if let tags {
      try folder.write(tags, to: "tags.json")
    } else {
      try FileManager.default.removeItem(atPath: folder.path + "/tags.json")
    }
  }

  @Test func `the journal grows linearly with the number of created tags`() throws {
    var sizes: [Int] = []
    for count in [100, 200] {
      let before = sizes.reduce(0, +)
      for number in 0..<count {
        try save([tag(before + number, "Tag \(before + number)")])
      }
      sizes.append(try journalSize() - before)
    }
    #expect(sizes[1] <= sizes[0] * 2 + 4096)
    #expect(sizes[0] <= 100 * 600)
  }

  @Test func `an entry contains the stored text of the tags that it changed`() throws {
    try save([tag(1, "One"), tag(2, "Two")])
    let stored = try folder.text(of: "tags.json")
    try folder.write(
      stored.replacing("\"One\"", with: "\"One\",\n      \"icon\": 1.50"),
      to: "tags.json"
    )
    try save([tag(1, "Uno")])
    var entry: JournalEntry?
    try journal.entries {
      entry = $0
      return false
    }
    let change = try #require(entry?.tags.first)
    #expect(entry?.tags.count == 1)
    #expect(entry?.files.isEmpty == true)
    #expect(change.before?.contains(#""name":"One","icon":1.50"#) == true)
    #expect(change.after?.contains(#""name":"Uno","icon":1.50"#) == true)
  }

  /// A file at recovery, made from its content before and after the transaction, and what it becomes;
  /// the new list may still be staged in the temporary file.
  typealias Recovery = (
    description: String, file: @Sendable (_ before: String, _ after: String) -> String?,
    names: [String], conflict: [String]?, isStaged: Bool
  )

  private static let recoveries: [Recovery] = [
    ("unchanged", { before, _ in before }, committed, nil, true),
    ("already in place", { $1 }, committed, nil, false),
    (
      "different line breaks", { before, _ in before.replacing("\n", with: "\r\n") }, committed,
      nil, true
    ),
    (
      "another tag was changed", { before, _ in before.replacing("Two", with: "Due") },
      ["Uno", "Due", "Three"], nil, true
    ),
    (
      "another tag was changed after the list was in place", { $1.replacing("Two", with: "Due") },
      ["Uno", "Due", "Three"], nil, false
    ),
    (
      "the same tag was changed after the list was in place",
      { $1.replacing("Uno", with: "Eins") }, ["Eins", "Two", "Three"], nil, false
    ),
    (
      "the same tag was changed", { before, _ in before.replacing("One", with: "Eins") },
      ["Eins", "Two", "Three"], committed, true
    ),
    ("missing", { _, _ in nil }, committed, nil, true),
    ("unusable", { _, _ in "" }, [], committed, true),
  ]

  private static let committed = ["Uno", "Two", "Three"]

  @Test(arguments: recoveries)
  func `recovery merges the tags of a crashed writer one by one and is repeatable`(
    recovery: Recovery
  ) throws {
    try save([tag(1, "One"), tag(2, "Two")])
    let before = try folder.text(of: "tags.json")
    try save([tag(1, "Uno")], [tag(3, "Three")])
    let after = try folder.text(of: "tags.json")
    try simulateCrashAfterCommit(with: recovery.file(before, after))
    if recovery.isStaged {
      try folder.write(after, to: TransactionPaths("tags.json", of: 3).temporary)
    }
    let found = try folder.content()
    if !recovery.names.isEmpty {
      #expect(try store.read { try $0.tags().tags.map(\.name) } == recovery.names)
      #expect(try folder.content() == found)
    }
    let copy = "tags_conflict_3.json"
    for _ in 1...2 {
      _ = try TransactionCommitter(root: folder.path, journal: journal).recover()
      if recovery.names.isEmpty {
        #expect(try folder.text(of: "tags.json").isEmpty)
      } else {
        #expect(try names() == recovery.names)
      }
      let conflict = try folder.content()[copy].map { _ in try names(in: copy) }
      #expect(conflict?.sorted() == recovery.conflict?.sorted())
      #expect(try journal.tail()?.isClosed == true)
      // Simulate that recovery was killed before closing the journal, so that all of it is
      // repeated.
      try folder.write(String(try folder.text(of: journalFile).dropLast()), to: journalFile)
    }
    #expect(!(try folder.content().keys.contains { $0.hasSuffix(".tmp") }))
  }

  @Test func `another program's tag list that already has our tags is kept`() throws {
    try save([tag(1, "One"), tag(2, "Two")])
    try save([tag(1, "Uno")])
    let after = try folder.text(of: "tags.json")
    try simulateCrashAfterCommit(with: after)
    // Another program saved this list, our exchange displaced it, and then the writer crashed.
    let theirs = after.replacing("Two", with: "Due")
    try folder.write(theirs, to: TransactionPaths("tags.json", of: 2).temporary)
    _ = try TransactionCommitter(root: folder.path, journal: journal).recover()
    #expect(try names() == ["Uno", "Two"])
    #expect(try folder.text(of: "tags_conflict_2.json") == theirs)
  }

  @Test func `our version of a conflicting tag survives a second crash`() throws {
    try save([tag(1, "One"), tag(2, "Two")])
    let before = try folder.text(of: "tags.json")
    try save([tag(1, "Uno")])
    let after = try folder.text(of: "tags.json")
    let names = TransactionPaths("tags.json", of: 2)
    try simulateCrashAfterCommit(with: before.replacing("One", with: "Eins"))
    try folder.write(after, to: names.temporary)
    // A directory at the draft's path makes writing a conflict copy fail.
    try folder.write("", to: names.draft + "/x")
    #expect(throws: TrackingError.self) {
      try TransactionCommitter(root: folder.path, journal: journal).recover()
    }
    #expect(try folder.text(of: names.temporary) == after)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(names.draft)")
    _ = try TransactionCommitter(root: folder.path, journal: journal).recover()
    #expect(try self.names() == ["Eins", "Two"])
    #expect(try self.names(in: "tags_conflict_2.json") == ["Uno", "Two"])
  }

  @Test func `synced tags are restored together with our first tag`() throws {
    try saveRecord()
    var synced = StoredTags()
    synced.save(tag(1, "One"))
    try folder.write(synced.text, to: "tags.json")
    try save([tag(2, "Two")])
    let after = try folder.text(of: "tags.json")
    try simulateCrashAfterCommit(with: nil)
    try folder.write(after, to: TransactionPaths("tags.json", of: 2).temporary)
    #expect(try store.read { try $0.tags().tags.map(\.name) } == ["One", "Two"])
    try saveRecord()
    #expect(try names() == ["One", "Two"])
  }

  @Test func `only the complete entries of a commit are applied`() throws {
    try save([tag(1, "One")], [tag(2, "Two")])
    let lines = try folder.text(of: journalFile).split(separator: "\n")
    let tags = try folder.text(of: "tags.json")
    try simulateCrashAfterCommit(with: nil)
    try folder.write(lines[0] + "\n" + lines[1].dropLast(9), to: journalFile)
    try folder.write(tags, to: TransactionPaths("tags.json", of: 2).temporary)
    try saveRecord()
    #expect(try names() == ["One"])
    try save([tag(3, "Three")])
    #expect(try names() == ["One", "Three"])
  }

  @Test(arguments: [nil, "Due"])
  func `rolling back a transaction reverts its tags and keeps others`(edited: String?) throws {
    try save([tag(1, "One"), tag(2, "Two")])
    let before = try folder.text(of: "tags.json")
    try save([tag(1, "Uno"), tag(3, "Three")])
    let after = try folder.text(of: "tags.json")
    if let edited { try folder.write(after.replacing("Two", with: edited), to: "tags.json") }
    var entries: [JournalEntry] = []
    try journal.entries {
      entries.append($0)
      return false
    }
    let list = FileChange(path: "tags.json", before: before, after: after)
    let net = CombinedJournalChange(of: entries, tagList: list)
    let commit = TransactionCommitter(root: folder.path, journal: journal)
    try commit.revertTags(of: net, with: commit.applier(net.sequence))
    #expect(try names() == ["One", edited ?? "Two"])
    if edited == nil { #expect(try folder.text(of: "tags.json") == before) }
  }

  @Test(arguments: [#"{"version":2,"#, "{"])
  func `a journal in another format is refused and nothing changes`(beginning: String) throws {
    try save([tag(1, "One")])
    let line = try #require(try folder.text(of: journalFile).split(separator: "\n").first)
    let text = String(line.dropFirst(17)).replacing(#"{"version":1,"#, with: beginning)
    let checksum = SHA256.hex(of: Array(text.utf8)).prefix(16)
    try folder.write("\(checksum) \(text)\n\n", to: journalFile)
    let before = try folder.content()
    let reasons = [
      #expect(throws: TrackingError.self) { try save([tag(2, "Two")]) },
      #expect(throws: TrackingError.self) { try store.read { try $0.history { _ in true } } },
    ]
    let expected = SystemError.unsupportedVersion(journalFile).reason
    for reason in reasons { #expect(String(describing: reason).contains(expected)) }
    #expect(try folder.content() == before)
  }
}
