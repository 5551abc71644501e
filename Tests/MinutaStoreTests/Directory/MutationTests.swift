import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// Tests of reading files of the store after a few of their bytes were changed.
@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func `F7 mutated records are rejected with a reason or keep their unknown keys`()
    async throws
  {
    let reader = DirectoryReader(root: folder.path)
    let run = try await FuzzTest("records", StoreFuzzSeeds.records(5)) { bytes in
      try folder.replace("a.json", by: bytes)
      let result = Result { () throws(StoreError) in try reader.record("a.json").record }
      guard let stored = try accepted(result, bytes) else { return false }
      try check(stored, JSONValue(parsing: bytes))
      return true
    }
    Attachment.record("\(run)", named: "records.txt")
  }

  private func check(_ stored: StoredRecord, _ json: JSONValue) throws {
    try #require(JSONValue.object(stored.json(changedTo: stored.record)).bytes() == json.bytes())
    let new = JSONValue.object(StoredRecord.json(of: stored.record))
    try #require(try StoredRecord(json: JSONValue(parsing: new.bytes())).record == stored.record)
    var changed = stored.record
    changed.comment = "changed"
    var object = stored.json(changedTo: changed)
    let written = JSONValue.object(object).bytes(.indented)
    try #require(try StoredRecord(json: JSONValue(parsing: written)).record == changed)
    object["comment"] = json["comment"]
    try #require(JSONValue.object(object).normalized == json.normalized)
  }

  @Test func `F7 mutated tag lists are rejected with a reason or keep their unknown keys`()
    async throws
  {
    let reader = DirectoryReader(root: folder.path)
    let run = try await FuzzTest("tags", StoreFuzzSeeds.tags(6)) { bytes in
      try folder.replace(StoreLayout.tags, by: bytes)
      let result = Result { () throws(StoreError) in try reader.tagsFile()?.tags }
      guard let stored = try accepted(result, bytes) else { return false }
      try check(#require(stored), JSONValue(parsing: bytes))
      return true
    }
    Attachment.record("\(run)", named: "tags.txt")
  }

  private func check(_ stored: StoredTags, _ json: JSONValue) throws {
    try #require(stored.contents.bytes() == json.bytes())
    try #require(stored.tags.allSatisfy { stored.text(of: $0.id) != nil })
    for tag in stored.tags {
      var (renamed, changed) = (tag, stored)
      renamed.name = "renamed"
      changed.save(renamed)
      let written = changed.contents.bytes(.indented)
      let again = try StoredTags(json: JSONValue(parsing: written))
      try #require(again.tags == changed.tags && again.tags.contains(renamed))
      changed.delete(tag.id)
      try #require(changed.tags.count == stored.tags.count - 1)
      try #require(try StoredTags(json: changed.contents).tags == changed.tags)
    }
  }

  /// Returns the parsed value, or nil after checking that the error has a reason and a valid
  /// offset.
  private func accepted<Stored>(
    _ result: Result<Stored, StoreError>,
    _ bytes: [UInt8]
  ) throws -> Stored? {
    switch result {
    case .success(let stored): return stored
    case .failure(let error):
      try #require(error.isContentError && !error.reason.isEmpty)
      guard case .notJSON(let problem) = error else { return nil }
      try #require((0...bytes.count).contains(problem.offset))
      return nil
    }
  }

  @Test func `F7 mutated journal entries are skipped or survive a round trip`() async throws {
    let run = try await FuzzTest("journal entries", StoreFuzzSeeds.entries(7)) { bytes in
      // Add a valid checksum, so that the rest of the line is parsed.
      let line = StoreFuzzSeeds.line(bytes)
      guard let entry = JournalEntry(line: line) else { return false }
      try #require(JournalEntry(line: entry.line.dropLast()) == entry)
      try #require(entry.history.sequence == entry.sequence)
      try #require(entry.imageMoves.count <= entry.moves.count)
      return true
    }
    Attachment.record("\(run)", named: "journal-entries.txt")
  }

  @Test func `F7 a mutated journal yields only written entries and can be truncated`()
    async throws
  {
    let journal = Journal(folder: folder.path)
    let name = "history-2026-11.jsonl"
    let run = try await FuzzTest("journals", StoreFuzzSeeds.journals(8)) { bytes in
      try folder.replace(name, by: bytes)
      let tail = try #require(try journal.tail())
      try #require((0...bytes.count).contains(tail.committedSize))
      try #require(tail.openEntries.allSatisfy(StoreFuzzSeeds.shortEntries.contains))
      var entries: [JournalEntry] = []
      try journal.entries { entry in
        entries.append(entry)
        return true
      }
      try #require(entries.allSatisfy(StoreFuzzSeeds.shortEntries.contains))
      var keys: Set<String> = []
      _ = try journal.idempotencyKeys(since: nil) { found, _ in keys.formUnion(found) }
      try #require(keys.isSubset(of: ["k"]))
      try journal.batchEntries { keys.insert($0.origin.step?.digest ?? "d") }
      try #require(keys.isSubset(of: ["k", "d"]))
      _ = try journal.mentionsTags()
      try folder.replace(name, by: Array(bytes[..<tail.committedSize]))
      let cut = try #require(try journal.tail())
      try #require(cut.openEntries == tail.openEntries && cut.committedSize == tail.committedSize)
      return tail.isClosed
    }
    Attachment.record("\(run)", named: "journals.txt")
  }
}
