import Foundation
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import SystemCalls
import Testing

@Suite struct DirectoryStoreTests: DirectoryStoreTestCase {
  let folder: TemporaryDirectory
  let store: DirectoryStore

  init() throws {
    folder = try TemporaryDirectory()
    store = DirectoryStore(path: folder.path, machine: "test", timeout: .milliseconds(50))
  }

  @Test func `a record's file is named after its start in UTC`() throws {
    try save(record("11111111-1111-1111-1111-111111111111", "2026-11-20T08:30:00Z"))
    #expect(
      try folder.text(of: "records/2026/11/2026-11-20_083000.json") == """
        {
          "id": "11111111-1111-1111-1111-111111111111",
          "startTime": "2026-11-20T08:30:00Z",
          "endTime": "2026-11-20T09:00:00Z",
          "comment": "A \\"quoted\\" é\\n",
          "images": [],
          "timeZone": "Europe/Zurich"
        }

        """
    )
  }

  @Test func `all tags are stored in one file`() throws {
    try save(tags: tag("22222222-2222-2222-2222-222222222222", "Work"))
    #expect(
      try folder.text(of: "tags.json") == """
        {
          "tags": [
            {
              "id": "22222222-2222-2222-2222-222222222222",
              "name": "Work",
              "color": "\(TagColor.hex(for: "Work"))",
              "isArchived": false,
              "createdAt": "2026-11-20T12:00:00Z"
            }
          ]
        }

        """
    )
  }

  @Test func `records with the same start have separate files`() throws {
    let ids = [
      "11111111-1111-1111-1111-111111111111", "22222222-2222-2222-2222-222222222222",
      "22222222-2222-2222-2222-222222222223",
    ]
    try save(record(ids[0], "2026-11-20T08:30:00Z"))
    try save(record(ids[1], "2026-11-20T08:30:00Z"), record(ids[2], "2026-11-20T08:30:00Z"))
    #expect(try all().map(\.id.uuidString) == ids)
    #expect(
      try folder.content(below: "records/2026/11").keys.sorted() == [
        "2026-11-20_083000.json", "2026-11-20_083000_22222222-2222-2222-2222-222222222223.json",
        "2026-11-20_083000_22222222.json",
      ]
    )
  }

  @Test func `a record and a tag written by hand in the documented format are read`() throws {
    try folder.write(
      """
      {"tags": [{"id": "2F0E6F3A-0A2B-4C5D-8E9F-0123456789AB", "name": "Work", "color": "#9083FF",
        "createdAt": "2024-01-01T00:00:00Z"}]}
      """,
      to: "tags.json"
    )
    try folder.write(
      """
      {"id": "5f0e6f3a-0a2b-4c5d-8e9f-0123456789ab", "startTime": "2024-01-15T09:30:00Z",
       "endTime": null, "tagId": "2F0E6F3A-0A2B-4C5D-8E9F-0123456789AB", "comment": null}
      """,
      to: "records/2024/01/2024-01-15_093000.json"
    )
    let running = try store.read { view in try view.runningRecords() }
    #expect(running.map(\.startTime) == [date("2024-01-15T09:30:00Z")])
    #expect(running.first?.images == [])
    let tags = try store.read { view in try view.tags().tags }
    #expect(tags.map(\.name) == ["Work"])
    #expect(tags.first?.isArchived == false)
    #expect(running.first?.tagId == tags.first?.id)
  }

  @Test func `E35 unknown keys and number spellings survive a rewrite`() throws {
    let path = "records/2024/01/2024-01-15_093000.json"
    try folder.write(
      """
      {"version": 9, "id": "5f0e6f3a-0a2b-4c5d-8e9f-0123456789ab",
       "startTime": "2024-01-15T10:30:00.250+01:00", "images": ["x.png"], "mood": {"a": [1.0, 1e2]}}
      """,
      to: path
    )
    try folder.write(
      """
      {"tags": [{"id": "2F0E6F3A-0A2B-4C5D-8E9F-0123456789AB", "name": "Work", "color": "#9083FF",
        "createdAt": "2024-01-01T00:00:00Z", "icon": "w"}], "syncedAt": 12}
      """,
      to: "tags.json"
    )
    let id = try #require(UUID(uuidString: "5F0E6F3A-0A2B-4C5D-8E9F-0123456789AB"))
    try store.write(origin) { transaction in
      guard var record = try transaction.record(id) else { return }
      record.endTime = date("2024-01-15T11:00:00Z")
      transaction.save(record)
      transaction.save(tag("22222222-2222-2222-2222-222222222222", "New"))
    }
    let record = try JSONValue(parsing: folder.text(of: path))
    let expected = """
      {"version":9,"id":"5f0e6f3a-0a2b-4c5d-8e9f-0123456789ab",\
      "startTime":"2024-01-15T10:30:00.250+01:00","images":["x.png"],"mood":{"a":[1.0,1e2]},\
      "endTime":"2024-01-15T11:00:00Z"}
      """
    #expect(record.text() == expected)
    let tags = try JSONValue(parsing: folder.text(of: "tags.json"))
    #expect(tags["syncedAt"] == 12)
    #expect(tags["tags"]?.array?.map { $0["name"] } == ["Work", "New"])
    #expect(tags["tags"]?.array?.first?["icon"] == "w")
  }

  @Test func `a record's file may have any name and directory`() throws {
    try save(record("11111111-1111-1111-1111-111111111111", "2026-11-20T08:30:00Z"))
    let text = try folder.text(of: "records/2026/11/2026-11-20_083000.json")
    try FileManager.default.removeItem(atPath: folder.path + "/records/2026")
    try folder.write(text, to: "records/1999/01/whatever.json")
    #expect(try all().map(\.startTime) == [date("2026-11-20T08:30:00Z")])
    #expect(try skippedFiles().isEmpty)
  }

  @Test func `a record that is too large to read again is not written`() throws {
    let large = String(repeating: "\u{1}", count: 200_000)
    var record = record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z")
    record.comment = large
    #expect(throws: TrackingError.self) { try save(record) }
    #expect(try all().isEmpty)
    #expect(try folder.content().keys.contains { $0.hasSuffix(".tmp") } == false)
  }

  @Test func `a file keeps its permissions when it is replaced`() throws {
    let id = "22222222-2222-2222-2222-222222222222"
    try save(record(id, "2026-11-20T08:30:00Z"), tags: tag(id, "Work"))
    let files = ["records/2026/11/2026-11-20_083000.json", "tags.json"]
    for file in files { chmod(folder.path + "/" + file, 0o600) }
    try save(
      record(id, "2026-11-20T08:30:00Z").ending(date("2026-11-20T10:00:00Z")),
      tags: tag("22222222-2222-2222-2222-222222222223", "More")
    )
    for file in files {
      #expect(try FileStatus.of(folder.path + "/" + file)?.permissions == 0o600)
    }
  }

  @Test(arguments: ["", "{}", "{\"tags\": [{}]}", "nonsense"])
  func `E36 an unreadable tag list is not overwritten`(text: String) async throws {
    try folder.write(text, to: "tags.json")
    let before = try folder.content()
    let service = TimeTrackingService(store: store) { UUID() }
    let start = TimerStartRequest(
      tag: .name("Work"),
      comment: nil,
      start: now,
      isParallel: false,
      timeZone: .gmt
    )
    await #expect(throws: TrackingError.self) {
      try await service.write(origin) { try $0.startTimer(start) }
    }
    let after = try folder.content()
    #expect(after["tags.json"] == before["tags.json"])
    #expect(after == before)
  }

  @Test func `an existing file with the record's regular name is not overwritten`() throws {
    try folder.write("mine", to: "records/2026/11/2026-11-20_083000.json")
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    #expect(try folder.text(of: "records/2026/11/2026-11-20_083000.json") == "mine")
    #expect(try all().count == 1)
  }

  @Test func `a failed write leaves no files behind`() throws {
    try folder.write("a file where a folder should be", to: "records/2026")
    let before = try folder.content()
    #expect(throws: TrackingError.self) {
      try save(
        record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"),
        tags: tag("22222222-2222-2222-2222-222222222222", "Work")
      )
    }
    let after = try folder.content().filter { !$0.key.hasPrefix(".minuta.") || $0.value != nil }
    #expect(after.filter { $0.key != ".minuta.writelock.nosync" } == before)
  }

  @Test func `nothing is written if the closure throws`() throws {
    #expect(throws: TrackingError.emptyTagName) {
      try store.write(origin) { transaction in
        transaction.save(tag("22222222-2222-2222-2222-222222222222", "Work"))
        throw TrackingError.emptyTagName
      }
    }
    #expect(try folder.content().isEmpty)
  }

  @Test func `E22 a lock timeout names the process that holds the lock`() throws {
    try withLockHeld { () throws -> Void in
      let error = #expect(throws: TrackingError.self) {
        try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
      }
      guard case .storeBusy(let holder?) = error else {
        Issue.record("the holder is not named: \(String(describing: error))")
        return
      }
      #expect(holder.hasSuffix("(process \(getpid()))"))
      let readWithoutWaiting = try all()
      #expect(readWithoutWaiting.isEmpty)
    }
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
  }

  private func withLockHeld(_ body: () throws -> Void) throws {
    let path = folder.path + "/.minuta.writelock.nosync"
    guard let lock = try FileLock.acquire(path, timeout: .zero) else {
      Issue.record("the lock is taken")
      return
    }
    try lock.withLock { () throws -> Void in try body() }
  }
}

extension TimeRecord {
  fileprivate func ending(_ end: Date) -> TimeRecord {
    var record = self
    record.endTime = end
    return record
  }
}
