import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// A damaged data directory, with helpers that check and repair it.
struct DoctorFixture {
  let folder: TemporaryDirectory
  private let path: String
  private let store: DirectoryStore
  private let service: TimeTrackingService
  let now = DoctorFixture.date("2026-11-20T12:00:00Z")

  /// - Parameter name: the name of the data directory in the temporary directory; if it is empty,
  ///   the temporary directory itself is the data directory.
  init(in name: String = "") throws {
    folder = try TemporaryDirectory()
    path = name.isEmpty ? folder.path : folder.path + "/" + name
    store = DirectoryStore(path: path, machine: "here")
    service = TimeTrackingService(store: store) { UUID() }
  }

  static let id = "11111111-1111-1111-1111-111111111111"
  static let otherID = "22222222-2222-2222-2222-222222222222"
  static let tagID = "AAAAAAAA-AAAA-AAAA-AAAA-AAAAAAAAAAAA"

  /// The path of the record that `save()` writes.
  static let path = "records/2026/11/2026-11-20_080000.json"

  static func date(_ text: String) -> Date { Timestamp.date(text) ?? .distantPast }

  static func record(
    _ id: String = DoctorFixture.id,
    start: String = "08:00",
    end: String? = "09:00",
    tag: String? = nil,
    comment: String? = nil,
    images: [String] = []
  ) -> TimeRecord {
    TimeRecord(
      id: UUID(uuidString: id) ?? UUID(),
      startTime: date("2026-11-20T\(start):00Z"),
      endTime: end.map { date("2026-11-20T\($0):00Z") },
      tagId: tag.flatMap(UUID.init),
      comment: comment,
      images: images
    )
  }

  static func text(_ record: TimeRecord) -> String {
    JSONValue.object(StoredRecord.json(of: record)).text(.indented)
  }

  static func tag(_ name: String, _ id: String = DoctorFixture.tagID) -> MinutaCore.Tag {
    MinutaCore.Tag(
      id: UUID(uuidString: id) ?? UUID(),
      name: name,
      createdAt: date("2026-11-20T00:00:00Z")
    )
  }

  static func tagsText(_ tags: MinutaCore.Tag...) -> String {
    var stored = StoredTags()
    for tag in tags { stored.save(tag) }
    return stored.contents.text(.indented)
  }

  private func origin(_ intent: String) -> ChangeOrigin {
    ChangeOrigin(now: now, source: "test", intent: intent)
  }

  func save(_ records: TimeRecord..., tags: MinutaCore.Tag...) throws {
    try save(records, tags)
  }

  func save(_ records: [TimeRecord], _ tags: [MinutaCore.Tag]) throws {
    try store.write(origin("Test")) { transaction in
      for tag in tags { transaction.save(tag) }
      for record in records { transaction.save(record) }
    }
  }

  /// Changes the record that `save()` writes, as a call of the user does.
  func change(_ body: (inout TimeRecord) throws -> Void) throws {
    try store.write(origin("Test")) { transaction in
      guard var record = try transaction.record(Self.record().id) else { return }
      try body(&record)
      transaction.save(record)
    }
  }

  func delete(_ tag: UUID) throws {
    try store.write(origin("Test")) { transaction in transaction.deleteTag(tag) }
  }

  /// Writes a file and sets its modification time, in seconds after a fixed time.
  func write(_ text: String, to path: String, at seconds: Double = 0) throws {
    try write(Data(text.utf8), to: path, at: seconds)
  }

  func write(_ data: Data, to path: String, at seconds: Double = 0) throws {
    try folder.write("", to: path)
    let file = folder.path + "/" + path
    try data.write(to: URL(filePath: file))
    let date = Date(timeIntervalSince1970: 1_700_000_000 + seconds)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
  }

  func touch(_ path: String, at seconds: Double) throws {
    try write(Data(contentsOf: URL(filePath: folder.path + "/" + path)), to: path, at: seconds)
  }

  /// Checks the directory, expects that this changes no file, and returns all findings.
  func findings() async throws -> [StoreFinding] {
    let before = try folder.content()
    let diagnosis = try await service.read(now: now) { try $0.repair() }
    #expect(try folder.content() == before)
    return diagnosis.repaired + diagnosis.remaining
  }

  /// Deletes the record that `save()` writes.
  func delete() async throws {
    let id = Self.record().id
    _ = try await service.write(origin("Test")) { try $0.deleteRecord(id) }
  }

  @discardableResult
  func repair() async throws -> RepairReport {
    try await service.write(origin("Doctor")) { try $0.repair() }
  }

  func undo(_ selection: UndoSelection = .last) async throws {
    _ = try await service.write(origin("Undo")) {
      try $0.undo($0.undoPlan(selection, skipping: RangeSet(), within: nil))
    }
  }

  func redo() async throws {
    _ = try await service.write(origin("Redo")) {
      try $0.undo($0.undoPlan(.lastUndone, skipping: RangeSet(), within: nil))
    }
  }

  /// Returns the contents of all files outside Minuta's private directories, by path.
  func files() throws -> [String: Data?] {
    try folder.content().filter { $0.value != nil && !$0.key.contains(".minuta.") }
  }

  /// Repairs the directory.
  ///
  /// Expects that a second repair finds nothing, and that undo restores every byte.
  func expectRepair(
    of count: Int = 1,
    leaving remaining: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String: Data?] {
    let found = try await findings()
    #expect(found.count == count + remaining, sourceLocation: sourceLocation)
    let before = try files()
    let first = try await repair()
    #expect(first.repaired.count == count, sourceLocation: sourceLocation)
    let after = try files()
    let again = try await repair()
    #expect(again.repaired.isEmpty, sourceLocation: sourceLocation)
    #expect(again.remaining.count == remaining, sourceLocation: sourceLocation)
    #expect(try files() == after, sourceLocation: sourceLocation)
    try await undo()
    #expect(try files() == before, sourceLocation: sourceLocation)
    try await redo()
    #expect(try files() == after, sourceLocation: sourceLocation)
    return after
  }

  func records() throws -> [TimeRecord] {
    try store.read { view in try view.records(in: TimeRange(timeZone: .gmt), now: now) }
  }

  /// Returns the paths of the records' files.
  func paths() throws -> [UUID: String] {
    try store.read { view in
      let ids = try view.records(in: TimeRange(timeZone: .gmt), now: now).map(\.id)
      let paths = try ids.map { try view.path(ofRecord: $0) ?? "" }
      return Dictionary(uniqueKeysWithValues: zip(ids, paths))
    }
  }

  func tags() throws -> TagList { try store.read { view in try view.tags() } }

  /// Returns the names of the files in this machine's trash.
  func trash() throws -> [String] {
    try folder.content().filter { $0.value != nil && $0.key.contains("/trash/repaired/") }
      .map { StoreLayout.name(ofFile: $0.key) }.sorted()
  }
}

extension StoreFinding {
  /// The merge that repairs the finding; nil if another repair does, or none.
  var merge: FileMerge? { if case .merge(let merge) = remedy { merge } else { nil } }
}
