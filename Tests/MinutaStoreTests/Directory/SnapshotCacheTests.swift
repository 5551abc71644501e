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
  private let folder: TemporaryDirectory
  private let root: String
  private let cachingStore: DirectoryStore

  init() throws {
    folder = try TemporaryDirectory()
    root = "\(folder.path)/store"
    cachingStore = DirectoryStore(path: root, machine: "test", cachesSnapshot: true)
  }

  private func fresh(_ machine: String = "test") -> DirectoryStore {
    DirectoryStore(path: root, machine: machine)
  }

  private func expectSameResults(_ comment: Comment, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let expected = try StoreResults(fresh())
    for _ in 0..<2 {
      #expect(try StoreResults(cachingStore) == expected, comment, sourceLocation: location)
    }
  }

  private func write(
    with store: DirectoryStore,
    at start: Date = Date(timeIntervalSince1970: 1_795_000_000),
    _ body: (inout StoreTransaction) throws -> Void
  ) throws {
    try store.write(ChangeOrigin(now: start, source: "test", intent: "Test"), body)
  }

  private var isCached: Bool {
    guard let (content, token) = cachingStore.snapshotCache?.checkOut(), let content else {
      return false
    }
    cachingStore.snapshotCache?.checkIn(content, of: token)
    return true
  }

  private func record(_ seconds: Int, runs: Bool = false) -> TimeRecord {
    let start = Date(timeIntervalSince1970: Double(1_795_000_000 + seconds))
    return TimeRecord(
      id: UUID(),
      startTime: start,
      endTime: runs ? nil : start + 60,
      timeZone: "Europe/Zurich"
    )
  }

  @Test func `the cache survives our own writes but not those of another process`() throws {
    let first = record(0)
    try write(with: cachingStore) { $0.create(first) }
    _ = try StoreResults(cachingStore)
    #expect(isCached)
    try write(with: cachingStore) { $0.create(record(1, runs: true)) }
    #expect(isCached)
    try expectSameResults("after a write of its own")
    try write(with: cachingStore) { $0.deleteRecord(first.id) }
    #expect(isCached)
    try expectSameResults("after a deletion of its own")
    for name in ["one", "two"] {
      let tag = Tag(id: UUID(), name: name, createdAt: first.startTime)
      try write(with: cachingStore) { $0.save(tag) }
      #expect(isCached, "\(name)")
    }
    try expectSameResults("after tags of its own")
    var edited = record(5)
    try write(with: cachingStore) { $0.create(edited) }
    edited.comment = "edited"
    try write(with: cachingStore) { $0.save(edited) }
    #expect(isCached)
    try expectSameResults("after an edit of its own")
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try write(with: cachingStore) { transaction in
        transaction.create(record(2))
        throw Refusal()
      }
    }
    #expect(isCached)
    try expectSameResults("after a write that was refused")
    try write(with: fresh()) { $0.create(record(3)) }
    #expect(!isCached)
    try expectSameResults("after a write of another")
    #expect(isCached)
  }

  @Test func `a partly written file is read again`() throws {
    try write(with: cachingStore) { $0.create(record(0)) }
    _ = try StoreResults(cachingStore)
    let path = try #require(
      try fresh().read { try $0.records(in: TimeRange(timeZone: .gmt), now: .distantFuture) }.first
        .map {
          "\(root)/\(StoreLayout.folder(of: $0))/\(StoreLayout.names(of: $0)[0])"
        }
    )
    let file = try FileDescriptor(opening: path, for: .truncating)
    try file.truncate(to: 0)
    try expectSameResults("while it is empty")
    try file.write(Array("{".utf8))
    try expectSameResults("while it is not whole")
  }

  @Test func `a change after thousands of irrelevant ones is detected`() throws {
    try write(with: cachingStore) { $0.create(record(0)) }
    _ = try StoreResults(cachingStore)
    for number in 0..<5000 {
      try folder.write("", to: "store/records/2026/11/.\(number)-of-another-program.tmp")
    }
    try write(with: fresh()) { $0.create(record(1)) }
    try expectSameResults("after all of them")
  }

  @Test func `a link that points to another store is followed again`() throws {
    try write(with: cachingStore) { $0.create(record(0, runs: true)) }
    let link = "\(folder.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let store = DirectoryStore(path: "\(link)/store", machine: "test", cachesSnapshot: true)
    #expect(try StoreResults(store).running.count == 1)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/else/store",
      withIntermediateDirectories: true
    )
    try Directory.unlink(link)
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: "\(folder.path)/else"
    )
    #expect(try StoreResults(store).running.isEmpty)
  }

  @Test func `another process's change before our check-in is detected`() throws {
    try write(with: cachingStore) { $0.create(record(0)) }
    _ = try StoreResults(cachingStore)
    let cache = try #require(cachingStore.snapshotCache)
    let (content, token) = cache.checkOut()
    let later = record(1)
    let path = "\(StoreLayout.folder(of: later))/later.json"
    let text = JSONValue.object(StoredRecord.json(of: later)).text()
    // The kernel may merge two consecutive renames to the same name into one notification.
    for name in [text, "{}"] {
      try folder.write(name, to: "store/records/.new")
      try Directory.rename("\(root)/records/.new", to: "\(root)/\(path)")
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
    try write(with: cachingStore) { $0.create(record(0)) }
    _ = try StoreResults(cachingStore)
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
    for file in entry.files { try file.leaveStaged(in: root, of: 2) }
    _ = try cachingStore.journal.append(
      [entry],
      to: cachingStore.journal.file(for: later.startTime, after: nil)
    )
    try expectSameResults("while it is open")
    #expect(try StoreResults(cachingStore).records.count == 2)
    try write(with: cachingStore) { $0.create(record(2)) }
    try expectSameResults("once the next writer finished it")
    #expect(try StoreResults(cachingStore).records.count == 3)
  }

  @Test(arguments: 0..<12)
  func `after random changes, the results equal those of a new reader`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    for step in 0..<60 {
      let number = Int.random(in: 0..<10_000_000, using: &random)
      let name = try change(number, &random)
      try expectSameResults("step \(step) of \(seed): \(name)")
    }
  }

  private func change(_ number: Int, _ random: inout SeededGenerator) throws -> String {
    let all = try StoreResults(fresh()).records
    let files =
      try FileManager.default.subpaths(atPath: "\(root)/records")?
      .filter { $0.hasSuffix(".json") }.sorted().map { "\(root)/records/\($0)" }
      .filter { try FileStatus.of($0, following: false)?.kind == .regular } ?? []
    let store =
      Bool.random(using: &random)
      ? cachingStore : fresh(number.isMultiple(of: 2) ? "other" : "test")
    switch Int.random(in: 0..<14, using: &random) {
    case 0...2:
      let new = record(number, runs: number.isMultiple(of: 5))
      try write(with: store) { $0.create(new) }
      return "a new record"
    case 3:
      guard let old = all.randomElement(using: &random) else { return "nothing" }
      try write(with: store) { $0.deleteRecord(old.id) }
      return "a deletion"
    case 4:
      guard var old = all.randomElement(using: &random) else { return "nothing" }
      old.endTime = old.endTime == nil ? old.startTime + 1 : nil
      let changed = old
      try write(with: store) { $0.save(changed) }
      return "a change"
    case 5:
      let tag = Tag(
        id: UUID(),
        name: "Tag \(number)",
        color: "#FF0000",
        isArchived: false,
        createdAt: Date(timeIntervalSince1970: 1_795_000_000)
      )
      try write(with: store) { $0.save(tag) }
      return "a tag"
    case 6:
      guard let file = files.randomElement(using: &random) else { return "nothing" }
      try Data("{".utf8).write(to: URL(filePath: file))
      return "a broken file"
    case 7:
      guard let file = files.randomElement(using: &random) else { return "nothing" }
      try FileManager.default.removeItem(atPath: file)
      return "a file removed"
    case 8:
      guard let file = files.randomElement(using: &random) else { return "nothing" }
      try FileManager.default.copyItem(
        atPath: file,
        toPath: "\(file.dropLast(5)).sync-conflict-\(number).json"
      )
      return "a copy by a sync"
    case 11:
      try FileManager.default.createDirectory(
        atPath: "\(root)/records",
        withIntermediateDirectories: true
      )
      let link = "\(root)/records/link\(number)\(number.isMultiple(of: 2) ? ".json" : "")"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/tmp")
      return "a link"
    case 12:
      let name = number.isMultiple(of: 2) ? "\(number).json" : "a/b/c/\(number)"
      try FileManager.default.createDirectory(
        atPath: "\(root)/records/\(name)",
        withIntermediateDirectories: true
      )
      return "a folder where none belongs"
    case 13:
      guard let file = files.randomElement(using: &random) else { return "nothing" }
      try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: file), options: .atomic)
      return "a file replaced by its like"
    case 9:
      guard FileManager.default.fileExists(atPath: "\(root)/records") else { return "nothing" }
      try FileManager.default.moveItem(atPath: "\(root)/records", toPath: "\(root)/elsewhere")
      _ = try StoreResults(cachingStore)
      try FileManager.default.moveItem(atPath: "\(root)/elsewhere", toPath: "\(root)/records")
      return "the records moved away and back"
    default:
      let other = "\(folder.path)/other"
      guard FileManager.default.fileExists(atPath: root) else { return "nothing" }
      try FileManager.default.moveItem(atPath: root, toPath: other)
      _ = try StoreResults(cachingStore)
      try FileManager.default.moveItem(atPath: other, toPath: root)
      return "the store moved away and back"
    }
  }
}
