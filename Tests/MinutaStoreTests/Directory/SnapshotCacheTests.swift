import Contracts
import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests that a store that caches snapshots returns the same results as one that reads the files
/// again.
@Suite(.timeLimit(.minutes(5))) struct SnapshotCacheTests {
  private let fixture: IndexFixture
  private let cachingStore: DirectoryStore

  init() throws {
    fixture = try IndexFixture()
    cachingStore = fixture.indexed(cachesSnapshot: true)
  }

  private func expectSameResults(_ comment: Comment, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let expected = try StoreQueryResults(fixture.plain)
    for _ in 0..<2 {
      #expect(try StoreQueryResults(cachingStore) == expected, comment, sourceLocation: location)
    }
  }

  private var isCached: Bool {
    guard let (content, token) = cachingStore.snapshotCache?.checkOut(), let content else {
      return false
    }
    cachingStore.snapshotCache?.checkIn(content, of: token)
    return true
  }

  private func record(_ seconds: Int, runs: Bool = false) -> TimeRecord {
    let start = IndexFixture.day + Double(seconds)
    return TimeRecord(
      id: UUID(),
      startTime: start,
      endTime: runs ? nil : start + 60,
      timeZone: "Europe/Zurich"
    )
  }

  @Test func `the cache survives our own writes but not those of another process`() throws {
    let first = record(0)
    try fixture.write(cachingStore) { $0.create(first) }
    _ = try StoreQueryResults(cachingStore)
    #expect(isCached)
    try fixture.write(cachingStore) { $0.create(record(1, runs: true)) }
    #expect(isCached)
    try expectSameResults("after a write of its own")
    try fixture.write(cachingStore) { $0.deleteRecord(first.id) }
    #expect(isCached)
    try expectSameResults("after a deletion of its own")
    for name in ["one", "two"] {
      let tag = Tag(id: UUID(), name: name, createdAt: first.startTime)
      try fixture.write(cachingStore) { $0.save(tag) }
      #expect(isCached, "\(name)")
    }
    try expectSameResults("after tags of its own")
    var edited = record(5)
    try fixture.write(cachingStore) { $0.create(edited) }
    edited.comment = "edited"
    try fixture.write(cachingStore) { $0.save(edited) }
    #expect(isCached)
    try expectSameResults("after an edit of its own")
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try fixture.write(cachingStore) { transaction in
        transaction.create(record(2))
        throw Refusal()
      }
    }
    #expect(isCached)
    try expectSameResults("after a write that was refused")
    try fixture.write(fixture.plain) { $0.create(record(3)) }
    #expect(!isCached)
    try expectSameResults("after a write of another")
    #expect(isCached)
  }

  @Test func `a partly written file is read again`() throws {
    try fixture.write(cachingStore) { $0.create(record(0)) }
    _ = try StoreQueryResults(cachingStore)
    let path = try #require(
      try fixture.plain.read { try $0.records(in: TimeRange(timeZone: .gmt), now: .distantFuture) }
        .first
        .map {
          "\(fixture.root)/\(StoreLayout.folder(of: $0))/\(StoreLayout.names(of: $0)[0])"
        }
    )
    let file = try FileDescriptor(opening: path, for: .truncating)
    try file.truncate(to: 0)
    try expectSameResults("while it is empty")
    try file.write(Array("{".utf8))
    try expectSameResults("while it is not whole")
  }

  @Test func `a change after thousands of irrelevant ones is detected`() throws {
    try fixture.write(cachingStore) { $0.create(record(0)) }
    _ = try StoreQueryResults(cachingStore)
    for number in 0..<5000 {
      try fixture.folder.write("", to: "store/records/2026/11/.\(number)-of-another-program.tmp")
    }
    try fixture.write(fixture.plain) { $0.create(record(1)) }
    try expectSameResults("after all of them")
  }

  @Test func `a link that points to another store is followed again`() throws {
    try fixture.write(cachingStore) { $0.create(record(0, runs: true)) }
    let link = "\(fixture.folder.path)/link"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: fixture.folder.path
    )
    let store = DirectoryStore(path: "\(link)/store", machine: "test", cachesSnapshot: true)
    #expect(try StoreQueryResults(store).running.count == 1)
    try FileManager.default.createDirectory(
      atPath: "\(fixture.folder.path)/else/store",
      withIntermediateDirectories: true
    )
    try Directory.unlink(link)
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: "\(fixture.folder.path)/else"
    )
    #expect(try StoreQueryResults(store).running.isEmpty)
  }

  @Test func `another process's change before our check-in is detected`() throws {
    try fixture.write(cachingStore) { $0.create(record(0)) }
    _ = try StoreQueryResults(cachingStore)
    let cache = try #require(cachingStore.snapshotCache)
    let (content, token) = cache.checkOut()
    let later = record(1)
    let path = "\(StoreLayout.folder(of: later))/later.json"
    let text = JSONValue.object(StoredRecord.json(of: later)).text()
    // The kernel may merge two consecutive renames to the same name into one notification.
    for name in [text, "{}"] {
      try fixture.folder.write(name, to: "store/records/.new")
      try Directory.rename("\(fixture.root)/records/.new", to: "\(fixture.root)/\(path)")
    }
    let entry = JournalEntry(
      sequence: 2,
      origin: ChangeOrigin(now: later.startTime, source: "test", intent: "Test"),
      undoes: [],
      idempotentResults: [],
      files: [FileChange(path: path, before: nil, after: text)],
      moves: []
    )
    #expect(!cache.checkIn(try #require(content), of: token, after: [entry]))
    try expectSameResults("after it")
  }

  @Test func `an unfinished transaction of another process is visible`() throws {
    try fixture.write(cachingStore) { $0.create(record(0)) }
    _ = try StoreQueryResults(cachingStore)
    let later = record(1)
    let text = JSONValue.object(StoredRecord.json(of: later)).text()
    let entry = JournalEntry(
      sequence: 2,
      origin: ChangeOrigin(now: later.startTime, source: "test", intent: "Test"),
      undoes: [],
      idempotentResults: [],
      files: [
        FileChange(path: "\(StoreLayout.folder(of: later))/later.json", before: nil, after: text)
      ],
      moves: []
    )
    for file in entry.files { try file.leaveStaged(in: fixture.root, of: 2) }
    _ = try cachingStore.journal.append(
      [entry],
      to: cachingStore.journal.file(for: later.startTime, after: nil)
    )
    try expectSameResults("while it is open")
    #expect(try StoreQueryResults(cachingStore).records.count == 2)
    try fixture.write(cachingStore) { $0.create(record(2)) }
    try expectSameResults("once the next writer finished it")
    #expect(try StoreQueryResults(cachingStore).records.count == 3)
  }
}
