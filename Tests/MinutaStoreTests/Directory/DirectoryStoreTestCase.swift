import Foundation
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

/// A test suite with a store in a temporary directory.
protocol DirectoryStoreTestCase {
  var folder: TemporaryDirectory { get }
  var store: DirectoryStore { get }
}

extension DirectoryStoreTestCase {
  var now: Date { date("2026-11-20T12:00:00Z") }

  func save(_ records: TimeRecord..., tags: MinutaCore.Tag...) throws {
    try store.write(origin) { transaction in
      for tag in tags { transaction.save(tag) }
      for record in records { transaction.save(record) }
    }
  }

  func all() throws -> [TimeRecord] {
    try store.read { view in
      try view.records(in: TimeRange(timeZone: .gmt), now: now)
    }
  }

  func skippedFiles() throws -> [SkippedFile] {
    try store.read { view in
      _ = try view.tags()
      _ = try view.runningRecords()
      return view.skippedFiles()
    }
  }

  var origin: ChangeOrigin {
    ChangeOrigin(now: .distantPast, source: "test", intent: "Test")
  }

  func date(_ text: String) -> Date {
    Timestamp.date(text) ?? .distantPast
  }

  func record(_ id: String, _ start: String) -> TimeRecord {
    TimeRecord(
      id: UUID(uuidString: id) ?? UUID(),
      startTime: date(start),
      endTime: date(start).addingTimeInterval(1800),
      comment: "A \"quoted\" é\n",
      timeZone: "Europe/Zurich"
    )
  }

  func tag(_ id: String, _ name: String) -> MinutaCore.Tag {
    MinutaCore.Tag(
      id: UUID(uuidString: id) ?? UUID(),
      name: name,
      createdAt: date("2026-11-20T12:00:00Z")
    )
  }
}
