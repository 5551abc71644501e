import Contracts
import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls

@testable import MinutaStore

/// Makes random changes to a store, as users, sync programs and editors do.
struct RandomStoreActions {
  let fixture: IndexFixture
  let resident: DirectoryStore
  private var tags: [UUID] = []

  init(fixture: IndexFixture, resident: DirectoryStore) {
    (self.fixture, self.resident) = (fixture, resident)
  }

  /// Makes one random change to the store, and returns its description.
  mutating func next(_ random: inout SeededGenerator) throws -> String {
    let other = DirectoryStore(path: fixture.root, machine: "other")
    let store =
      [fixture.plain, fixture.indexed(), other, resident].randomElement(using: &random) ?? resident
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1, 2: return try create(Int.random(in: 1...30, using: &random), store, &random)
    case 3 where Int.random(in: 0..<4, using: &random) == 0:
      return try create(300, store, &random)
    case 4, 5, 6: return try change(store, &random)
    case 7: return try delete(store, &random)
    case 8: return try saveTag(store, &random)
    case 9: return try moveAwayAndBack(Bool.random(using: &random) ? "" : "/records")
    default: return try editExternally(&random)
    }
  }

  private mutating func create(
    _ count: Int,
    _ store: DirectoryStore,
    _ random: inout SeededGenerator
  ) throws -> String {
    if tags.count < 4 { _ = try saveTag(store, &random) }
    let new = (0..<count).map { _ in
      IndexFixture.record(
        Int.random(in: -20_000_000...80_000, using: &random),
        runs: Int.random(in: 0..<30, using: &random) == 0,
        tag: Bool.random(using: &random) ? tags.randomElement(using: &random) : nil,
        &random
      )
    }
    try fixture.write(store) { transaction in
      for record in new { transaction.create(record) }
    }
    return "\(count) new"
  }

  private func records() throws -> [TimeRecord] {
    try fixture.plain.read { try $0.records(in: TimeRange(timeZone: .gmt), now: .distantFuture) }
  }

  private func change(_ store: DirectoryStore, _ random: inout SeededGenerator) throws -> String {
    guard var record = try records().randomElement(using: &random) else { return "nothing" }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: record.startTime -= Double(Int.random(in: 0...5_000_000, using: &random))
    case 1: record.endTime = record.endTime == nil ? record.startTime + 5 : nil
    default: record.comment = "changed"
    }
    let changed = record
    try fixture.write(store) { $0.save(changed) }
    return "a change"
  }

  private func delete(_ store: DirectoryStore, _ random: inout SeededGenerator) throws -> String {
    guard let record = try records().randomElement(using: &random) else { return "nothing" }
    try fixture.write(store) { $0.deleteRecord(record.id) }
    return "a deletion"
  }

  private mutating func saveTag(
    _ store: DirectoryStore,
    _ random: inout SeededGenerator
  ) throws -> String {
    let tag = IndexFixture.tag(IndexFixture.id(&random))
    try fixture.write(store) { $0.save(tag) }
    tags.append(tag.id)
    return "a tag"
  }

  /// Moves a directory of the store away, lets the long-running process read, and moves it back.
  private func moveAwayAndBack(_ path: String) throws -> String {
    let (path, other) = (fixture.root + path, "\(fixture.folder.path)/elsewhere")
    guard FileManager.default.fileExists(atPath: path) else { return "nothing" }
    try FileManager.default.moveItem(atPath: path, toPath: other)
    _ = try StoreQueryResults(resident)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    return "a directory moved away and back"
  }

  private func files() throws -> [String] {
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: "\(fixture.root)/records")
    return try (paths ?? []).filter { $0.hasSuffix(".json") }.sorted()
      .map { "\(fixture.root)/records/\($0)" }
      .filter { try FileStatus.of($0, following: false)?.kind == .regular }
  }

  /// Changes a file of the store directly, like an editor or a sync program.
  private func editExternally(_ random: inout SeededGenerator) throws -> String {
    guard let file = try files().randomElement(using: &random) else { return "nothing" }
    let number = Int.random(in: 0..<1_000_000, using: &random)
    let manager = FileManager.default
    let folder = Directory.parent(of: file) ?? fixture.root
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      try Data("{".utf8).write(to: URL(filePath: file))
      return "a broken file"
    case 1:
      try Directory.unlink(file)
      return "a file removed"
    case 2:
      try manager.copyItem(atPath: file, toPath: "\(file.dropLast(5)).sync-conflict-\(number).json")
      return "a copy by a sync"
    case 3:
      try manager.copyItem(atPath: file, toPath: "\(folder)/\(number).json")
      return "a copy of an odd name"
    case 4:
      try Directory.rename(file, to: "\(folder)/\(number).json")
      return "an odd name"
    case 5:
      let link = "\(folder)/link\(number)\(number.isMultiple(of: 2) ? ".json" : "")"
      try manager.createSymbolicLink(atPath: link, withDestinationPath: "/tmp")
      return "a link"
    case 6:
      let name = number.isMultiple(of: 2) ? "\(number).json" : "a/b/c/\(number)"
      try manager.createDirectory(
        atPath: "\(fixture.root)/records/\(name)",
        withIntermediateDirectories: true
      )
      return "a folder where none belongs"
    case 7:
      let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
      let edited = text.replacingOccurrences(of: "T0", with: "T1")
      try Data(edited.utf8).write(to: URL(filePath: file))
      return "an edit in place"
    default:
      let to = "\(fixture.root)/records/moved\(number.isMultiple(of: 2) ? "" : "/2020")"
      let isElsewhere = !"\(to)/".hasPrefix("\(folder)/")
      if number.isMultiple(of: 3), isElsewhere, !manager.fileExists(atPath: to) {
        try manager.createDirectory(
          atPath: Directory.parent(of: to) ?? to,
          withIntermediateDirectories: true
        )
        try Directory.rename(folder, to: to)
        return "a month moved"
      }
      try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: file), options: .atomic)
      return "a file replaced by its like"
    }
  }
}
