import Contracts
import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Synchronization
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests that the index detects changes that other programs make to the files.
@Suite(.timeLimit(.minutes(10))) struct IndexConsistencyTests {
  private let fixture: IndexFixture

  init() throws {
    fixture = try IndexFixture()
  }

  private func total(_ store: DirectoryStore) throws -> Int {
    try store.read { view in
      let all = TimeRange(timeZone: .gmt)
      var total = 0
      try view.rows(in: all, now: IndexFixture.day, columns: [], checking: .months)
        .forEachBlock { total += $0.reduce(0) { $0 + $1.end - $1.start } }
      return total
    }
  }

  /// Edits a record's file in place, so that the record ends an hour later.
  private func lengthen(_ record: TimeRecord) throws {
    let path = fixture.path(of: record)
    let end = try #require(record.endTime)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let edited = text.replacingOccurrences(
      of: Timestamp.text(end),
      with: Timestamp.text(end + 3600)
    )
    let file = try FileDescriptor(opening: path, for: .overwriting)
    try file.write(Array(edited.utf8))
  }

  @Test func `F5 the next summary includes a file edited in place`() throws {
    let records = try fixture.fill(700)
    let before = try total(fixture.indexed())
    for (count, record) in [records[1], records[351], records[699]].enumerated() {
      try lengthen(record)
      #expect(try total(fixture.indexed()) == before + 3600 * (count + 1))
    }
  }

  @Test func `F5 a later summary includes an edit of an older file beyond the budget`() throws {
    let records = try fixture.fill(700)
    let before = try total(fixture.indexed(budget: 100))
    try lengthen(records[50])
    #expect(try total(fixture.indexed(budget: 100)) == before + 3600)
    try lengthen(records[650])
    #expect(try total(fixture.indexed(budget: 100)) == before + 3600)
    let summaries = try (0..<40).first { _ in
      try total(fixture.indexed(budget: 100)) == before + 7200
    }
    #expect(summaries != nil)
    try lengthen(records[690])
    try fixture.indexed(budget: 100).read { try $0.verify() }
    #expect(try total(fixture.indexed(budget: 0)) == before + 10_800)
  }

  @Test func `F5 doctor detects an edit of an older file beyond the budget`() throws {
    let records = try fixture.fill(300)
    try fixture.folder.write("{\"tags\": []}", to: "store/tags.json")
    let before = try total(fixture.indexed(budget: 0))
    try lengthen(records[250])
    #expect(try total(fixture.indexed(budget: 0)) == before)
    #expect(try fixture.indexed(budget: 0).read { try $0.findings() }.isEmpty)
    #expect(try total(fixture.indexed(budget: 0)) == before + 3600)
  }

  @Test func `F5 a long-running process sees an edit even with a budget of zero`() throws {
    let records = try fixture.fill(300)
    let resident = fixture.indexed(budget: 0, cachesSnapshot: true)
    let before = try total(resident)
    try lengthen(records[299])
    #expect(try total(resident) == before + 3600)
    try lengthen(records[150])
    var random = SeededGenerator(seed: 9)
    try fixture.write(resident) { $0.create(IndexFixture.record(0, &random)) }
    #expect(try total(resident) == before + 7200)
  }

  @Test func `F5 a file with an ambiguous fingerprint is read again`() throws {
    let records = try fixture.fill(3)
    var index = IndexBuilder.index(of: fixture.root)
    let path = String(fixture.path(of: records[1]).dropFirst(fixture.root.utf8.count + 1))
    // Simulate an edit within the resolution of the file system's timestamps.
    try lengthen(records[1])
    let row = try #require(try index.files(from: .min, to: .max).first { $0.path == path }?.row)
    var forged = row
    forged.fingerprint = try FileFingerprint.of("\(fixture.root)/\(path)").number
    try index.update(path, .record(forged))
    let source = IndexLoader(root: fixture.root, options: IndexCacheOptions(folder: fixture.cache))
    try source.checkAll(&index)
    #expect(try index.files(from: .min, to: .max).contains { $0.row.end == row.end })
    forged.fingerprint = 0
    try index.update(path, .record(forged))
    try source.checkAll(&index)
    #expect(try index.files(from: .min, to: .max).contains { $0.row.end == row.end + 3600 })
  }

  @Test(arguments: [3, 700])
  func `an index that is written while it is built equals one in memory`(count: Int) throws {
    let records = try fixture.fill(count)
    var random = SeededGenerator(seed: 3)
    try fixture.write(fixture.plain) { transaction in
      transaction.create(IndexFixture.record(5, runs: true, &random))
    }
    let copy = try String(contentsOfFile: fixture.path(of: records[1]), encoding: .utf8)
    try fixture.folder.write(copy, to: "store/records/copy.json")
    try fixture.folder.write("{", to: "store/records/2026/broken.json")
    let inMemory = IndexBuilder.index(of: fixture.root)
    let cache = try #require(IndexCache(in: fixture.cache, of: fixture.root))
    let built = try #require(cache.rebuild(from: fixture.root, progress: nil))
    let read = try #require(cache.read())
    #expect(inMemory.packs.isEmpty)
    for index in [built, read] {
      #expect(index.packs.isEmpty == (count < IndexCache.maximumChanges))
      #expect(
        try index.files(from: .min, to: .max).map(\.row)
          == inMemory.files(from: .min, to: .max).map(\.row)
      )
      #expect(try index.running().map(\.row) == inMemory.running().map(\.row))
      #expect(index.problems == inMemory.problems)
      #expect(index.problems.count == 2)
      #expect(index.count == count + 2)
      #expect(!index.isChanged)
    }
    let names = try #require(try Directory.names(in: cache.folder))
    #expect(names.count { $0.hasSuffix(".pack") } == read.packs.count)
  }

  @Test func `an index is built in memory while another process writes the cache`() throws {
    _ = try fixture.fill(300)
    let cache = try #require(IndexCache(in: fixture.cache, of: fixture.root))
    try FileManager.default.removeItem(atPath: "\(cache.folder)/head")
    guard let lock = try FileLock.acquire("\(cache.folder)/lock", timeout: .zero) else {
      Issue.record("The lock is held.")
      return
    }
    try lock.withLock { () throws in
      #expect(cache.rebuild(from: fixture.root, progress: nil) == nil)
      let last = try fixture.indexed().read { try $0.lastRecord { _, _ in true } }
      #expect(last != nil)
      #expect(cache.read() == nil)
    }
  }

  @Test func `the progress of building an index ends with the number of all files`() throws {
    _ = try fixture.fill(600)
    let last = Mutex((done: 0, all: 0))
    _ = IndexBuilder.index(of: fixture.root) { done, all in last.withLock { $0 = (done, all) } }
    #expect(last.withLock { $0 } == (600, 600))
  }

  @Test func `an index updated by many processes equals a rebuilt one`() throws {
    var random = SeededGenerator(seed: 5)
    for number in 0..<400 {
      let new = IndexFixture.record(number * 977, runs: number.isMultiple(of: 97), &random)
      try fixture.write(fixture.indexed()) { $0.create(new) }
      if number.isMultiple(of: 7) {
        var changed = new
        changed.endTime = new.startTime + 1
        try fixture.write(fixture.indexed()) { [changed] in $0.save(changed) }
      }
      guard number % 100 == 99 else { continue }
      let cache = try #require(IndexCache(in: fixture.cache, of: fixture.root))
      var kept = try #require(cache.read())
      let rebuilt = IndexBuilder.index(of: fixture.root)
      #expect(
        try kept.files(from: .min, to: .max).map(\.row)
          == rebuilt.files(from: .min, to: .max).map(\.row)
      )
      try IndexUpdater.run(&kept, from: fixture.root)
      #expect(!kept.isChanged)
    }
  }

  @Test func `E23 a conflict version beside an edited file is reported at once`() throws {
    let records = try fixture.fill(3)
    #expect(try StoreQueryResults(fixture.indexed()) == StoreQueryResults(fixture.plain))
    let path = String(fixture.path(of: records[1]).dropFirst(fixture.root.utf8.count + 1))
    let before = try String(contentsOfFile: fixture.path(of: records[1]), encoding: .utf8)
    var ours = records[1]
    ours.comment = "ours"
    let change = FileChange(
      path: path,
      before: before,
      after: JSONValue.object(StoredRecord.json(of: ours)).text()
    )
    try leave([change], sequence: 2)
    // Another program saves the file before the next writer finishes the transaction.
    try lengthen(records[1])
    var random = SeededGenerator(seed: 8)
    let store = fixture.indexed()
    try fixture.write(store) { $0.create(IndexFixture.record(-1800, &random)) }
    let expected = try StoreQueryResults(fixture.plain)
    #expect(expected.skippedFiles.count == 1)
    #expect(try StoreQueryResults(fixture.indexed()) == expected)
  }

  @Test func `E23 a writer that keeps a conflict version lists the directory again`() throws {
    let records = try fixture.fill(3)
    let path = String(fixture.path(of: records[1]).dropFirst(fixture.root.utf8.count + 1))
    let folder = "\(fixture.root)/\(StoreLayout.folder(ofFile: path))"
    let text = try String(contentsOfFile: fixture.path(of: records[1]), encoding: .utf8)
    for (before, isKnown) in [(text, true), ("{}", false)] {
      let fingerprint = try FileFingerprint.of(folder).number
      let commit = TransactionCommitter(root: fixture.root, journal: fixture.plain.journal)
      let change = FileChange(path: path, before: before, after: "[]")
      let end = try fixture.plain.journal.end()
      try commit.perform([entry([change], sequence: 2)], after: end, staging: [])
      #expect((commit.changeGuard.fingerprint(of: folder, since: fingerprint) != 0) == isKnown)
      try text.write(toFile: "\(fixture.root)/\(path)", atomically: false, encoding: .utf8)
    }
  }

  private func entry(_ files: [FileChange], sequence: Int) -> JournalEntry {
    JournalEntry(
      sequence: sequence,
      origin: ChangeOrigin(now: IndexFixture.day, source: "test", intent: "Test"),
      undoes: [],
      idempotentResults: [],
      files: files,
      moves: []
    )
  }

  /// Commits file changes without applying them, like a writer that crashed after the commit.
  private func leave(_ files: [FileChange], sequence: Int) throws {
    for file in files {
      try file.leaveStaged(in: fixture.root, of: sequence)
    }
    let journal = fixture.plain.journal
    _ = try journal.append(
      [entry(files, sequence: sequence)],
      to: journal.file(for: IndexFixture.day, after: nil)
    )
  }

  @Test func `F1 an unfinished transaction is visible`() throws {
    let records = try fixture.fill(3)
    var random = SeededGenerator(seed: 8)
    let later = IndexFixture.record(500, runs: true, &random)
    let removed = String(fixture.path(of: records[1]).dropFirst(fixture.root.utf8.count + 1))
    let before = try String(contentsOfFile: fixture.path(of: records[1]), encoding: .utf8)
    let text = JSONValue.object(StoredRecord.json(of: later)).text()
    let path = "\(StoreLayout.folder(of: later))/\(StoreLayout.names(of: later)[0])"
    try leave(
      [
        FileChange(path: path, before: nil, after: text),
        FileChange(path: removed, before: before, after: nil),
      ],
      sequence: 2
    )
    let expected = try StoreQueryResults(fixture.plain)
    #expect(expected.records.count == 3 && expected.running == [later])
    #expect(try StoreQueryResults(fixture.indexed()) == expected)
    #expect(try StoreQueryResults(fixture.indexed(cachesSnapshot: true)) == expected)
  }

  @Test func `the index takes at most 48 bytes per record`() throws {
    _ = try fixture.fill(6000, step: 1800)
    let size = try fixture.cacheFiles.reduce(0) { try $0 + (FileStatus.of($1)?.size ?? 0) }
    #expect(size <= 48 * 6000)
  }
}
