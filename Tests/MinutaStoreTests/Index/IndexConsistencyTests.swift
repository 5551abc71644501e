import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// What others do to the files is seen.
@Suite(.timeLimit(.minutes(10))) struct IndexConsistencyTests {
  private let bench: IndexFixture

  init() throws {
    bench = try IndexFixture()
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

  /// Makes a record end an hour later, in the same file.
  private func lengthen(_ record: TimeRecord) throws {
    let path = bench.path(of: record)
    let end = try #require(record.endTime)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let edited = text.replacingOccurrences(
      of: Timestamp.text(end),
      with: Timestamp.text(end + 3600)
    )
    let file = try FileDescriptor(opening: path, for: .overwriting)
    try file.write(Array(edited.utf8))
  }

  @Test func `F5 a file edited in place is seen by the next summary`() throws {
    let records = try bench.fill(700)
    let before = try total(bench.indexed())
    for (count, record) in [records[1], records[351], records[699]].enumerated() {
      try lengthen(record)
      #expect(try total(bench.indexed()) == before + 3600 * (count + 1))
    }
  }

  @Test
  func `F5 an edit behind more files than are looked at is seen by one of the next summaries`()
    throws
  {
    let records = try bench.fill(700)
    let before = try total(bench.indexed(budget: 100))
    try lengthen(records[50])
    #expect(try total(bench.indexed(budget: 100)) == before + 3600)
    try lengthen(records[650])
    #expect(try total(bench.indexed(budget: 100)) == before + 3600)
    let summaries = try (0..<40).first { _ in
      try total(bench.indexed(budget: 100)) == before + 7200
    }
    #expect(summaries != nil)
    try lengthen(records[690])
    try bench.indexed(budget: 100).read { try $0.verify() }
    #expect(try total(bench.indexed(budget: 0)) == before + 10_800)
  }

  @Test func `F5 doctor sees an edit behind more files than are looked at`() throws {
    let records = try bench.fill(300)
    try bench.folder.write("{\"tags\": []}", to: "store/tags.json")
    let before = try total(bench.indexed(budget: 0))
    try lengthen(records[250])
    #expect(try total(bench.indexed(budget: 0)) == before)
    #expect(try bench.indexed(budget: 0).read { try $0.findings() }.isEmpty)
    #expect(try total(bench.indexed(budget: 0)) == before + 3600)
  }

  @Test func `F5 a process that stays is told of an edit, whatever its budget`() throws {
    let records = try bench.fill(300)
    let resident = bench.indexed(budget: 0, keeps: true)
    let before = try total(resident)
    try lengthen(records[299])
    #expect(try total(resident) == before + 3600)
    try lengthen(records[150])
    var random = SeededGenerator(seed: 9)
    try bench.write(resident) { $0.create(IndexFixture.record(0, &random)) }
    #expect(try total(resident) == before + 7200)
  }

  @Test func `F5 a file with a stamp that may be given twice is read again`() throws {
    let records = try bench.fill(3)
    var index = try #require(try? RecordIndex(of: bench.root, progress: nil))
    let path = String(bench.path(of: records[1]).dropFirst(bench.root.utf8.count + 1))
    // As if the clock had not moved on between the reading and the edit.
    try lengthen(records[1])
    let row = try #require(
      try index.files(from: .min, to: .max).first { $0.path == path }?.row
    )
    var forged = row
    forged.stamp = try FileFingerprint.of("\(bench.root)/\(path)").number
    try index.update(path, .record(forged))
    let source = IndexLoader(root: bench.root, options: IndexOptions(folder: bench.cache))
    try source.checkAll(&index)
    #expect(try index.files(from: .min, to: .max).contains { $0.row.end == row.end })
    forged.stamp = 0
    try index.update(path, .record(forged))
    try source.checkAll(&index)
    #expect(try index.files(from: .min, to: .max).contains { $0.row.end == row.end + 3600 })
  }

  @Test func `what one process writes after the other is what a rebuild finds`() throws {
    var random = SeededGenerator(seed: 5)
    for number in 0..<400 {
      let new = IndexFixture.record(number * 977, runs: number.isMultiple(of: 97), &random)
      try bench.write(bench.indexed()) { $0.create(new) }
      if number.isMultiple(of: 7) {
        var changed = new
        changed.endTime = new.startTime + 1
        try bench.write(bench.indexed()) { [changed] in $0.save(changed) }
      }
      guard number % 100 == 99 else { continue }
      let cache = try #require(IndexCache(in: bench.cache, of: bench.root))
      var kept = try #require(cache.read())
      let rebuilt = try RecordIndex(of: bench.root, progress: nil)
      #expect(
        try kept.files(from: .min, to: .max).map(\.row)
          == rebuilt.files(from: .min, to: .max).map(\.row)
      )
      try IndexUpdater.run(&kept, from: bench.root)
      #expect(!kept.isChanged)
    }
  }

  @Test func `E23 a version that is set aside beside an edit is told at once`() throws {
    let records = try bench.fill(3)
    #expect(try StoreQueryResults(bench.indexed()) == StoreQueryResults(bench.plain))
    let path = String(bench.path(of: records[1]).dropFirst(bench.root.utf8.count + 1))
    let before = try String(contentsOfFile: bench.path(of: records[1]), encoding: .utf8)
    var ours = records[1]
    ours.comment = "ours"
    let change = FileChange(
      path: path,
      before: before,
      after: JSONValue.object(StoredRecord.json(of: ours)).text()
    )
    try leave([change], sequence: 2)
    // Somebody else saves the file before the next writer finishes what that one left.
    try lengthen(records[1])
    var random = SeededGenerator(seed: 8)
    let store = bench.indexed()
    try bench.write(store) { $0.create(IndexFixture.record(-1800, &random)) }
    let expected = try StoreQueryResults(bench.plain)
    #expect(expected.setAside.count == 1)
    #expect(try StoreQueryResults(bench.indexed()) == expected)
  }

  @Test func `E23 a writer that sets its version aside does not know the folder any more`() throws {
    let records = try bench.fill(3)
    let path = String(bench.path(of: records[1]).dropFirst(bench.root.utf8.count + 1))
    let folder = "\(bench.root)/\(StoreLayout.folder(ofFile: path))"
    let text = try String(contentsOfFile: bench.path(of: records[1]), encoding: .utf8)
    for (before, isKnown) in [(text, true), ("{}", false)] {
      let stamp = try FileFingerprint.of(folder).number
      let commit = TransactionCommitter(root: bench.root, journal: bench.plain.journal)
      let change = FileChange(path: path, before: before, after: "[]")
      let end = try bench.plain.journal.end()
      try commit.perform([entry([change], sequence: 2)], after: end, staging: [])
      #expect((commit.changeGuard.stamp(of: folder, since: stamp) != 0) == isKnown)
      try text.write(toFile: "\(bench.root)/\(path)", atomically: false, encoding: .utf8)
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

  /// Commits changes of files as a writer that died before it made them.
  private func leave(_ files: [FileChange], sequence: Int) throws {
    for file in files {
      try file.leaveStaged(in: bench.root, of: sequence)
    }
    let journal = bench.plain.journal
    _ = try journal.append(
      [entry(files, sequence: sequence)],
      to: journal.file(for: IndexFixture.day, after: nil)
    )
  }

  @Test func `F1 a transaction that a writer left unfinished is seen`() throws {
    let records = try bench.fill(3)
    var random = SeededGenerator(seed: 8)
    let later = IndexFixture.record(500, runs: true, &random)
    let gone = String(bench.path(of: records[1]).dropFirst(bench.root.utf8.count + 1))
    let before = try String(contentsOfFile: bench.path(of: records[1]), encoding: .utf8)
    let text = JSONValue.object(StoredRecord.json(of: later)).text()
    let path = "\(StoreLayout.folder(of: later))/\(StoreLayout.names(of: later)[0])"
    try leave(
      [
        FileChange(path: path, before: nil, after: text),
        FileChange(path: gone, before: before, after: nil),
      ],
      sequence: 2
    )
    let expected = try StoreQueryResults(bench.plain)
    #expect(expected.records.count == 3 && expected.running == [later])
    #expect(try StoreQueryResults(bench.indexed()) == expected)
    #expect(try StoreQueryResults(bench.indexed(keeps: true)) == expected)
  }

  @Test func `the index takes at most 48 bytes a record`() throws {
    _ = try bench.fill(6000, step: 1800)
    let size = try bench.cacheFiles.reduce(0) { try $0 + (FileStatus.of($1)?.size ?? 0) }
    #expect(size <= 48 * 6000)
  }
}
