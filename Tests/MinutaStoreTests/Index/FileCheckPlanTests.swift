import Foundation
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Tests which files a summary checks if there are more files than its budget allows.
struct FileCheckPlanTests {
  private let fixture: IndexFixture
  private let index: RecordIndex
  private let cache: IndexCache

  /// Creates an index whose directories have added rows between the segment's rows, and many rows
  /// with the same start.
  init() throws {
    fixture = try IndexFixture()
    _ = try fixture.fill(600)
    try fixture.indexed().read { _ = try $0.runningRecords() }
    var random = SeededGenerator(seed: 3)
    let later = (0..<40).map { IndexFixture.record($0 < 20 ? -500_000 : -$0 * 40_000 - 1, &random) }
    try fixture.write(fixture.indexed()) { for record in later { $0.create(record) } }
    cache = try #require(IndexCache(in: fixture.cache, of: fixture.root))
    index = try #require(cache.read())
    #expect(index.folders.count > 2 && index.folders.contains { $0.base != nil })
    #expect(index.folders.contains { !$0.added.isEmpty })
  }

  private func plan(budget: Int, from: Int64 = .min, includesOlderFiles: Bool = true) throws
    -> FileCheckPlan
  {
    var rotation = includesOlderFiles ? FileCheckProgress(in: cache) : nil
    let plan = try FileCheckPlan.months(
      of: index,
      from: from,
      to: .max,
      budget: budget,
      rotation: &rotation
    )
    rotation?.write(of: index.folders)
    return plan
  }

  private func rows(_ plan: FileCheckPlan) throws -> [IndexRow] {
    try plan.slices.flatMap { slice in
      try slice.base.map { try slice.folder.row(at: .base(UInt32($0))) }
        + slice.folder.added[slice.added]
    }
  }

  @Test func `a plan of all files contains every file once`() throws {
    let rows = try rows(FileCheckPlan.all(of: index))
    #expect(rows.count == index.count)
    #expect(Set(rows.map(\.fileName)).count == index.count)
  }

  @Test(arguments: [7, 100, 500])
  func `the newest files come first and files with the same start stay together`(budget: Int) throws
  {
    let rows = try rows(plan(budget: budget, includesOlderFiles: false))
    let all = try index.files(from: .min, to: .max).map(\.row).sorted { $0.start > $1.start }
    #expect(rows.count >= budget && rows.count < budget + 20)
    #expect(Set(rows.map(\.fileName)) == Set(all.prefix(rows.count).map(\.fileName)))
  }

  @Test(arguments: [1, 4, 40, 200])
  func `every file is checked in time, even if the ranges alternate`(budget: Int) throws {
    let recent = try #require(index.folders.map(\.bounds.firstStart).max())
    var seen: Set<String> = []
    for number in 0..<1400 where seen.count < index.count {
      let from = number.isMultiple(of: 2) ? Int64.min : recent
      seen.formUnion(try rows(plan(budget: budget, from: from)).map(\.fileName))
    }
    #expect(seen.count == index.count)
  }

  @Test(arguments: [1, 2, 4, 40, 200, 10_000])
  func `a summary checks no more files than its budget allows`(budget: Int) throws {
    let starts = try index.files(from: .min, to: .max).map(\.row.start)
    let shared = starts.filter { start in starts.count { $0 == start } > 1 }
    // Files with the same start are always checked together, so leave them out.
    let from = try #require(shared.max()) + 1
    let inRange = index.folders.filter { $0.reaches(from, .max) }.reduce(0) { $0 + $1.count }
    let seen = try rows(plan(budget: budget, from: from))
    #expect(seen.filter { !shared.contains($0.start) }.count <= budget)
    #expect(seen.count >= min(budget, inRange))
  }

  @Test func `all files are checked if the budget allows`() throws {
    for _ in 0..<5 { _ = try plan(budget: 100) }
    #expect(try rows(plan(budget: index.count)).count == index.count)
    #expect(try rows(plan(budget: 0)).isEmpty)
  }

  @Test(arguments: [
    "", "x", "1 2", String(repeating: "\u{7F}", count: 64), String(repeating: "\0", count: 64),
  ])
  func `an invalid rotation file counts as empty`(text: String) throws {
    let expected = try rows(plan(budget: 4)).map(\.fileName)
    try text.write(
      toFile: "\(cache.folder)/\(FileCheckProgress.name)",
      atomically: true,
      encoding: .utf8
    )
    #expect(try rows(plan(budget: 4)).map(\.fileName) == expected)
  }

  @Test(arguments: [Int64.max, Int64(Int32.max) + 1, -1])
  func `a rotation file with invalid round numbers counts as empty`(turn: Int64) throws {
    let expected = try rows(plan(budget: 4)).map(\.fileName)
    var body = BinaryWriter()
    body.put(index.folders) {
      $0.put($1.path)
      $0.put(turn)
      $0.put(Int64.min)
    }
    try ChecksumEnvelope.seal(body, as: .rotation).write(
      to: "\(cache.folder)/\(FileCheckProgress.name)"
    )
    #expect(try rows(plan(budget: 4)).map(\.fileName) == expected)
  }

  @Test func `a directory's name may contain line breaks`() throws {
    var rotation = FileCheckProgress(in: cache)
    let folder = DirectoryIndex(path: "records/a\n1 2 records/2026/10", fingerprint: 0)
    rotation.markChecked(folder.path, from: 5)
    rotation.write(of: [folder])
    #expect(FileCheckProgress(in: cache).start(of: folder.path) == 5)
    #expect(FileCheckProgress(in: cache).start(of: "records/2026/10") == .max)
  }
}

extension [UInt8] {
  fileprivate func write(to path: String) throws {
    try FileDescriptor(opening: path, for: .replacing, permissions: 0o600).write(self)
  }
}
