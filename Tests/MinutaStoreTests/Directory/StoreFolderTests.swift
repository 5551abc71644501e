import Foundation
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

/// Tests of the data directory itself: a missing one, and a path that isn't a directory.
@Suite struct StoreFolderTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
  }

  @Test func `reading a missing folder creates nothing`() throws {
    let missing = DirectoryStore(path: folder.path + "/a/b", machine: "test")
    #expect(try missing.read { view in try view.runningRecords() } == [])
    #expect(try folder.content().isEmpty)
  }

  @Test func `writing creates the folder and its parents`() throws {
    let missing = DirectoryStore(path: folder.path + "/a/b", machine: "test")
    let start = Timestamp.date("2026-11-20T08:30:00Z") ?? .distantPast
    try missing.write(ChangeOrigin(now: start, source: "test", intent: "Test")) { transaction in
      transaction.save(TimeRecord(id: UUID(), startTime: start, timeZone: "Europe/Zurich"))
    }
    #expect(try folder.text(of: "a/b/records/2026/11/2026-11-20_083000.json").isEmpty == false)
  }

  @Test func `a file instead of a folder is an error`() throws {
    let path = try folder.write("", to: "file")
    #expect(throws: TrackingError.storeUnreadable(path: path, reason: "Not a directory")) {
      try DirectoryStore(path: path, machine: "test").read { view in try view.tags() }
    }
  }
}
