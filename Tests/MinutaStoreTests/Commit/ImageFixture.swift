import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

/// A data directory with helpers that give images to its records.
struct ImageFixture {
  let folder: TemporaryDirectory
  let store: DirectoryStore
  private let service: TimeTrackingService
  private let now = Timestamp.date("2026-11-20T12:00:00Z") ?? .distantPast

  init() throws {
    folder = try TemporaryDirectory()
    let store = DirectoryStore(path: folder.path, machine: "here")
    self.store = store
    service = TimeTrackingService(store: store) { UUID() }
  }

  /// Returns a record that starts on the day `digit` of a month in 2026.
  func record(_ digit: Int, month: Int = 11, images: [String] = []) -> TimeRecord {
    let start = "2026-\(month.padded(to: 2))-0\(digit)T10:00:00Z"
    return TimeRecord(
      id: UUID(uuidString: "\(digit)1111111-1111-1111-1111-111111111111") ?? UUID(),
      startTime: Timestamp.date(start) ?? now,
      endTime: now,
      images: images
    )
  }

  /// Returns the path of the file of the record from `record(_:month:)`.
  func path(_ digit: Int, month: Int = 11) -> String {
    "records/2026/\(month.padded(to: 2))/2026-\(month.padded(to: 2))-0\(digit)_100000.json"
  }

  func call<Result: Sendable>(
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result {
    let origin = ChangeOrigin(now: now, source: "test", intent: "Test")
    return try await service.write(origin, body)
  }

  func save(_ records: TimeRecord...) throws {
    try store.write(ChangeOrigin(now: now, source: "test", intent: "Test")) { transaction in
      for record in records { transaction.create(record) }
    }
  }

  func delete(_ record: TimeRecord) async throws {
    _ = try await call { try $0.deleteRecord(record.id) }
  }

  @discardableResult
  func undo(_ selection: UndoSelection = .last) async throws -> UndoResult {
    let intent = selection == .lastUndone ? "Redo" : "Undo"
    let origin = ChangeOrigin(now: now, source: "test", intent: intent)
    return try await service.write(origin) {
      try $0.undo($0.undoPlan(selection, skipping: RangeSet(), within: nil))
    }
  }

  /// Attaches an image with `content` and returns its name.
  @discardableResult
  func attach(_ content: String, to record: TimeRecord) async throws -> String {
    try await call { try $0.attachImage(Array(content.utf8), .png, to: record.id).file }
  }

  func remove(_ image: String, from record: TimeRecord) async throws {
    _ = try await call { try $0.removeImage(image, from: record.id) }
  }

  /// Replaces a text in a file in place, as another program could.
  func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try folder.text(of: path)
    #expect(text.contains(old))
    try folder.write(text.replacing(old, with: new), to: path)
  }

  /// Returns the paths of the files in the data directory that have this content.
  func paths(of content: String) throws -> [String] {
    try folder.content().filter { $0.value == Data(content.utf8) }.keys.sorted()
  }

  func images(of record: TimeRecord) throws -> [String]? {
    try store.read { try $0.record(record.id)?.images }
  }
}
