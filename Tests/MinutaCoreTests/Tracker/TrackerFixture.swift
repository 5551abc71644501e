import Foundation
import MinutaCore

/// A time tracker with a store in memory, for tests.
///
/// The current time is noon on 2026-11-20. Times such as `09:30` are in UTC on that day.
struct TrackerFixture {
  let now = instant("2026-11-20T12:00:00Z")
  private let store = OverlayStore(over: EmptyStore())
  private let service: TimeTrackingService

  init() {
    service = TimeTrackingService(store: store) { UUID() }
  }

  func time(_ clock: String) -> Date { instant("2026-11-20T\(clock):00Z") }

  /// Saves a record directly in the store, without the checks of the time tracker.
  ///
  /// Without an end, the record is a running timer.
  @discardableResult
  func add(
    _ start: String,
    _ end: String? = nil,
    tag: MinutaCore.Tag? = nil,
    comment: String? = nil,
    images: [String] = []
  ) throws -> TimeRecord {
    let record = TimeRecord(
      id: UUID(),
      startTime: time(start),
      endTime: end.map(time),
      tagId: tag?.id,
      comment: comment,
      images: images,
      timeZone: "Europe/Zurich"
    )
    try store.write(origin) { $0.save(record) }
    return record
  }

  func addTag(_ name: String, isArchived: Bool = false) throws -> MinutaCore.Tag {
    var tag = MinutaCore.Tag(id: UUID(), name: name, createdAt: now)
    tag.isArchived = isArchived
    try store.write(origin) { [tag] in $0.save(tag) }
    return tag
  }

  @discardableResult
  func write<Result: Sendable>(
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result {
    try await service.write(origin, body)
  }

  func read<Result: Sendable>(
    _ body: @Sendable (inout TimeTracker) throws -> Result
  ) async throws -> Result {
    try await service.read(now: now, body)
  }

  /// Returns all records, sorted by start.
  func records() async throws -> [TimeRecord] {
    try await read { tracker in
      try tracker.records(in: TimeRange(timeZone: .gmt), of: .all, limit: nil).records.map(\.record)
    }
  }

  /// Returns the times of all records in the form `09:00-10:00`, sorted by start.
  func intervals() async throws -> [String] {
    try await records().map(\.interval)
  }

  func tags() async throws -> [MinutaCore.Tag] {
    try await service.tags(includingArchived: true)
  }

  func changes() -> StoreChanges { store.changes }

  func start(_ tag: TagReference?, comment: String? = nil, at start: String = "12:00")
    -> TimerStartRequest
  {
    TimerStartRequest(
      tag: tag,
      comment: comment,
      start: time(start),
      isParallel: false,
      timeZone: zurich
    )
  }

  private var origin: ChangeOrigin { ChangeOrigin(now: now, source: "test", intent: "Test") }
}

extension TimeRecord {
  /// The start and the end, such as `09:00-10:00`, or `09:00-` for a running timer.
  var interval: String {
    [startTime, endTime].map { date in
      date.map { String(Timestamp.text($0).dropFirst(11).prefix(5)) } ?? ""
    }.joined(separator: "-")
  }
}
