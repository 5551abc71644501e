import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

@Suite struct TransactionTests {
  private let folder: TemporaryDirectory
  private let store: DirectoryStore
  private let journal: Journal
  private let origin = ChangeOrigin(
    now: Timestamp.date("2026-11-20T12:00:00Z") ?? .distantPast,
    source: "test",
    intent: "Test"
  )

  init() throws {
    folder = try TemporaryDirectory()
    store = DirectoryStore(path: folder.path, machine: "here")
    journal = Journal(folder: folder.path + "/.minuta.nosync/here")
  }

  private var journalFile: String { ".minuta.nosync/here/history-2026-11.jsonl" }

  private func log(_ id: String, comment: String = "a") throws {
    try store.write(origin) { transaction in transaction.save(record(id, comment)) }
  }

  private func record(_ id: String, _ comment: String) -> TimeRecord {
    TimeRecord(
      id: UUID(uuidString: "\(id)1111111-1111-1111-1111-111111111111") ?? UUID(),
      startTime: origin.now,
      endTime: origin.now,
      comment: comment
    )
  }

  private func comments() throws -> [String?] {
    try store.read { view in
      try view.records(in: TimeRange(timeZone: .gmt), now: origin.now).map(\.comment)
    }
  }

  private func lastEntry() throws -> JournalEntry? {
    var last: JournalEntry?
    try journal.entries { entry in
      last = entry
      return false
    }
    return last
  }

  /// Puts the files into the state of a writer that crashed directly after the commit.
  private func simulateCrashAfterCommit() throws {
    let path = "records/2026/11/2026-11-20_120000.json"
    let after = try folder.text(of: path)
    let entries = try folder.text(of: journalFile)
    let last = try #require(try lastEntry()?.files.last)
    try folder.write(String(entries.dropLast()), to: journalFile)
    try folder.moveToTemporaryName(path)
    if let before = last.before { try folder.write(before, to: path) }
    #expect(last.after == after)
  }

  @Test func `an entry has the contents before and after and is marked as applied`() throws {
    try log("1")
    try log("1", comment: "b")
    let entries = try folder.text(of: journalFile)
    #expect(entries.hasSuffix("\n\n"))
    let entry = try #require(try lastEntry())
    #expect(try journal.tail()?.isClosed == true)
    #expect(entry.sequence == 2)
    #expect(entry.origin == origin)
    #expect(entry.files.count == 1)
    #expect(entry.files[0].before?.contains("\"a\"") == true)
    #expect(entry.files[0].after?.contains("\"b\"") == true)
  }

  @Test func `a reader sees a crashed writer's commit before the next writer applies it`() throws {
    try log("1")
    try simulateCrashAfterCommit()
    let before = try folder.content()
    #expect(try comments() == ["a"])
    #expect(try folder.content() == before)
    try log("2", comment: "next")
    #expect(try comments() == ["a", "next"])
    #expect(try journal.tail()?.sequence == 2)
    #expect(try folder.text(of: "records/2026/11/2026-11-20_120000.json").contains("\"a\""))
  }

  @Test func `E20 reading the history does not wait for writers`() throws {
    try log("1")
    var readings = 0
    let entries = try store.read { view in
      var entries = 0
      try view.history { _ in
        entries += 1
        return true
      }
      readings += 1
      if readings < 5 { try log("1", comment: "\(readings)") }
      return entries
    }
    #expect(readings == 1)
    #expect(entries == 1)
  }

  @Test func `uncommitted entries of a crashed writer are ignored`() throws {
    try log("1")
    let entries = try folder.text(of: journalFile)
    for cut in [1, 20, 100] {
      try folder.write(entries + entries.dropLast(cut + 1), to: journalFile)
      #expect(try comments() == ["a"])
    }
    try log("2", comment: "next")
    #expect(try comments() == ["a", "next"])
    #expect(try journal.tail()?.sequence == 2)
  }

  @Test func `E23 another program's edit stays and ours becomes a conflict copy`() throws {
    try log("1")
    try log("1", comment: "ours")
    try simulateCrashAfterCommit()
    let path = "records/2026/11/2026-11-20_120000.json"
    let theirs = try folder.text(of: path).replacing("\"a\"", with: "\"theirs\"")
    try folder.write(theirs, to: path)
    try log("2", comment: "next")
    #expect(try folder.text(of: path) == theirs)
    #expect(
      try folder.text(of: "records/2026/11/2026-11-20_120000_conflict_2.json").contains("ours")
    )
    let skipped = try store.read { view in
      _ = try view.runningRecords()
      return view.skippedFiles().map(\.path)
    }
    #expect(skipped == ["records/2026/11/2026-11-20_120000_conflict_2.json"])
  }

  @Test func `a truncated journal doesn't affect the records`() throws {
    try log("1")
    try log("2")
    let entries = try folder.text(of: journalFile)
    for length in stride(from: 0, to: entries.utf8.count, by: 7) {
      try folder.write(
        String(decoding: entries.utf8.prefix(length), as: UTF8.self),
        to: journalFile
      )
      #expect(try comments().count == 2)
    }
  }

  @Test func `a deleted record moves to the trash and is restored unchanged`() throws {
    try log("1")
    let path = "records/2026/11/2026-11-20_120000.json"
    try folder.write(
      try folder.text(of: path).replacing("\"a\"", with: "\"a\", \"mood\": 7"),
      to: path
    )
    let text = try folder.text(of: path)
    let record = record("1", "a")
    try store.write(origin) { $0.deleteRecord(record.id) }
    #expect(try comments().isEmpty)
    let trash = ".minuta.nosync/here/trash/\(record.id.uuidString).json"
    #expect(try folder.text(of: trash) == text)
    try store.write(origin) { $0.restore(StoredEntity(entity: record, text: text)) }
    let restored = try JSONValue(parsing: folder.text(of: path))
    #expect(restored["mood"] == 7)
    #expect(try folder.content().keys.contains(trash) == false)
  }

  @Test func `images move with their record to the trash and back`() throws {
    var record = record("1", "a")
    let image = ImageReference(record: record.id, file: "\(record.id.uuidString)_0.png")
    record.images = [image.file]
    let created = record
    try store.write(origin) { transaction in
      transaction.create(created)
      transaction.save([1, 2, 3], as: image)
    }
    #expect(try content(of: image.file) == ["records/2026/11/\(image.file)": Data([1, 2, 3])])
    record.startTime = Timestamp.date("2026-10-01T00:00:00Z") ?? .distantPast
    let moved = record
    try store.write(origin) { $0.save(moved) }
    #expect(try content(of: image.file).keys.sorted() == ["records/2026/10/\(image.file)"])
    #expect(try comments() == ["a"])
    try store.write(origin) { $0.deleteRecord(moved.id) }
    #expect(
      try content(of: image.file).keys.sorted() == [
        ".minuta.nosync/here/trash/\(moved.id.uuidString)/\(image.file)"
      ]
    )
    let text = try folder.text(of: ".minuta.nosync/here/trash/\(moved.id.uuidString).json")
    try store.write(origin) { $0.restore(StoredEntity(entity: moved, text: text)) }
    #expect(try content(of: image.file) == ["records/2026/10/\(image.file)": Data([1, 2, 3])])
  }

  private func content(of name: String) throws -> [String: Data?] {
    try folder.content().filter { $0.key.hasSuffix(name) }
  }

  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `SHA-256 matches the published test vectors`(text: String, count: Int, hash: String) {
    #expect(SHA256.hex(of: Array(String(repeating: text, count: count).utf8)) == hash)
  }

  /// Commits three calls together that each create a record.
  ///
  /// The last also changes the first record.
  private func commitTogether() throws {
    try store.write(origin) { transaction in
      for id in ["1", "2", "3"] {
        transaction.create(record(id, id))
        transaction.endCall(origin)
      }
      transaction.save(record("1", "changed"))
    }
  }

  @Test func `a call is applied if the entry of the same commit that reverted it is lost`()
    throws
  {
    try store.write(origin) { transaction in
      transaction.create(record("1", "a"))
      transaction.endCall(origin)
      transaction.deleteRecord(record("1", "a").id)
      transaction.endCall(origin)
    }
    #expect(try comments().isEmpty)
    let lines = try folder.text(of: journalFile).split(separator: "\n")
    try #require(lines.count == 2)
    try FileManager.default.removeItem(atPath: "\(folder.path)/.minuta.nosync/here/trash")
    try folder.write(lines[0] + "\n", to: journalFile)
    #expect(try comments() == ["a"])
    try log("2", comment: "next")
    #expect(try comments() == ["a", "next"])
  }

  private func moveAllToTemporary() throws {
    for path in try folder.content().keys
    where path.hasPrefix("records/") && path.hasSuffix(".json") {
      try folder.moveToTemporaryName(path)
    }
  }

  @Test func `all calls that a crashed writer committed together are applied`() throws {
    try commitTogether()
    let entries = try folder.text(of: journalFile)
    try moveAllToTemporary()
    try folder.write(String(entries.dropLast()), to: journalFile)
    #expect(try comments() == ["changed", "2", "3"])
    try log("4", comment: "next")
    #expect(try comments() == ["changed", "2", "3", "next"])
    #expect(try journal.tail()?.sequence == 5)
  }

  @Test func `entries after an incomplete entry aren't committed`() throws {
    try commitTogether()
    var lines = try folder.text(of: journalFile).split(separator: "\n").map(String.init)
    try moveAllToTemporary()
    lines[2] = String(repeating: "\0", count: lines[2].count)
    try folder.write(lines.map { $0 + "\n" }.joined(), to: journalFile)
    #expect(try comments() == ["1", "2"])
    try log("4", comment: "next")
    #expect(try comments() == ["1", "2", "next"])
    #expect(try journal.tail()?.sequence == 3)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a reader finishes while another process writes continuously`() async throws {
    for id in ["1", "2", "3"] { try log(id) }
    let (store, origin, record) = (store, origin, record("1", "again"))
    let writer = Task.detached {
      while !Task.isCancelled { try store.write(origin) { $0.save(record) } }
    }
    for _ in 0..<20 { #expect(try comments().count == 3) }
    writer.cancel()
    try await writer.value
  }

  @Test func `a sync program's copy of the journal is ignored`() throws {
    try log("1")
    let copy = ".minuta.nosync/here/history-2026-11.sync-conflict-20261120-120000-ABCDEFG.jsonl"
    try folder.write(String(try folder.text(of: journalFile).dropLast()), to: copy)
    try log("2", comment: "b")
    #expect(try journal.tail()?.sequence == 2)
    #expect(try journal.tail()?.end.file == "history-2026-11.jsonl")
  }
}
