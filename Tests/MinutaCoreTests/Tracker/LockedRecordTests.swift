import Foundation
import MinutaCore
import Testing

/// The lock of records that an invoice bills.
@Suite struct LockedRecordTests {
  private let tracker = TrackerFixture()

  /// A change of the billed record that the tests of the intents don't make.
  struct Operation: CustomTestStringConvertible, Sendable {
    let name: String
    let perform: @Sendable (inout TimeTracker, TimeRecord) throws -> Void

    init(
      _ name: String,
      _ perform: @escaping @Sendable (inout TimeTracker, TimeRecord) throws -> Void
    ) {
      (self.name, self.perform) = (name, perform)
    }

    var testDescription: String { name }
  }

  private static let operations = [
    Operation("tag") { tracker, record in
      var edit = RecordEdit()
      edit.tag = .set(.name("Other"))
      _ = try tracker.updateRecord(record.id, edit)
    },
    Operation("remove the label") { tracker, record in
      var edit = RecordEdit()
      edit.removedLabels = [Label("billed")]
      _ = try tracker.updateRecord(record.id, edit)
    },
    Operation("cut all of it") { tracker, record in
      _ = try tracker.cut(from: record.startTime, to: tracker.now, of: nil, only: nil)
    },
    Operation("bulk deletion") { tracker, _ in
      var change = BulkRecordChange()
      change.deletes = true
      _ = try tracker.bulkUpdate(TimeRange(timeZone: .gmt), of: .all, change)
    },
  ]

  /// Adds a billed record from 9:00 to 10:00, and one from 10:00 to 10:30 that isn't billed.
  private func billed() throws -> TimeRecord {
    let tag = try tracker.addTag("Acme")
    try tracker.add("10:00", "10:30", tag: tag)
    let comment = "Login #billed=2026-014"
    return try tracker.add("09:00", "10:00", tag: tag, comment: comment, images: ["a.png"])
  }

  @Test(arguments: operations)
  func `a billed record refuses every change`(operation: Operation) async throws {
    let record = try billed()
    let before = try await tracker.records()
    let lock = InvoiceLock("2026-014", isStored: false)
    await #expect(throws: TrackingError.recordBilled(record, lock)) {
      try await tracker.write { tracker in
        tracker.billedRecordAccess = .unlocked
        do {
          try operation.perform(&tracker, record)
        } catch {
          tracker.discardCall()
          throw error
        }
      }
    }
    #expect(try await tracker.records() == before)
  }

  @Test(arguments: operations)
  func `a call with access to all changes a billed record`(operation: Operation) async throws {
    let record = try billed()
    try await tracker.write { tracker in
      tracker.billedRecordAccess = .all
      try operation.perform(&tracker, record)
    }
    #expect(try await !tracker.records().contains(record))
  }

  @Test func `overlaps don't shorten a billed record`() async throws {
    let record = try billed()
    await #expect(throws: TrackingError.self) {
      try await tracker.write { tracker in
        let request = LogTimeRequest(
          tag: nil,
          comment: nil,
          start: record.startTime.addingTimeInterval(1800),
          end: record.startTime.addingTimeInterval(2700),
          isPlanned: false,
          timeZone: .gmt
        )
        _ = try tracker.logTime(request)
        _ = try tracker.resolveOverlaps(.adjust)
      }
    }
    #expect(try await tracker.records().contains(record))
  }

  @Test func `a running timer with the label can be stopped and cancelled`() async throws {
    try tracker.add("11:00", comment: "#billed=1")
    try tracker.add("11:30", comment: "#billed=1")
    try await tracker.write { tracker in
      let running = try tracker.records(in: TimeRange(timeZone: .gmt), of: .running, limit: nil)
        .records
      _ = try tracker.stopTimers(.record(running[0].record.id), at: nil)
      _ = try tracker.cancelTimers(.record(running[1].record.id))
    }
    #expect(try await tracker.intervals() == ["11:00-12:00"])
  }

  @Test(arguments: [
    ("Login #billed=2026-014", "2026-014"), ("#billed", ""), ("#billed='A 1' x", "A 1"),
    ("#BILLED=1 #billed=2", "1"), ("#billable", nil), ("billed", nil), ("", nil),
  ])
  func `the label of a comment names the invoice`(comment: String, invoice: String?) {
    var record = TimeRecord(id: UUID(), startTime: .distantPast, comment: comment)
    #expect(record.invoice == nil)
    record.endTime = .distantPast
    #expect(record.invoice == invoice)
  }

  @Test func `a timer like a billed record isn't billed`() async throws {
    let record = try billed()
    try await tracker.write { tracker in
      let now = tracker.now
      let started = try tracker.resumeTimer(
        like: record.id,
        at: now,
        stoppingOthers: false,
        timeZone: .gmt
      )
      #expect(started.timer.record.comment == "Login")
    }
  }

  @Test(
    arguments: [
      ("Acme", "Login", 0, .unchanged), ("Acme", "Other", 0, .locked), ("New", "Login", 0, .locked),
      (nil, "Login", 0, .locked), ("Acme", "Login", 60, .locked),
    ] as [(String?, String, Double, RecordImportResult.Change)]
  )
  func `an import leaves a billed record as it is, unless it has access to all`(
    _ tag: String?,
    _ comment: String,
    _ delay: Double,
    _ change: RecordImportResult.Change
  ) async throws {
    let record = try billed()
    let request = RecordImportRequest(
      id: record.id,
      tag: tag.map { .name($0) },
      comment: comment,
      start: record.startTime,
      end: try #require(record.endTime) + delay,
      timeZone: "GMT",
      updates: true,
      restoresDeleted: false
    )
    try await tracker.write { tracker in
      let imported = try tracker.importRecord(request)
      #expect(imported.change == change)
    }
    #expect(try await tracker.records().contains(record))
    #expect(try await tracker.tags().map(\.name) == ["Acme"])
    try await tracker.write { tracker in
      tracker.billedRecordAccess = .all
      let expected = change == .locked ? RecordImportResult.Change.updated : change
      let imported = try tracker.importRecord(request)
      #expect(imported.change == expected)
    }
  }

  @Test func `a repair changes a billed record`() async throws {
    _ = try billed()
    try tracker.add("08:00", "08:30", tag: try tracker.addTag("Acme"), comment: "#billed=1")
    try await tracker.write { tracker in
      _ = try tracker.repair()
      #expect(tracker.billedRecordAccess == .unlockedAndUnknown)
    }
    let tags = try await tracker.tags()
    #expect(tags.count == 1)
    #expect(Set(try await tracker.records().map(\.tagId)) == [tags.first?.id])
  }
}
