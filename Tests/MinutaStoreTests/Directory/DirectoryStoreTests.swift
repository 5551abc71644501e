import Foundation
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import SystemCalls
import Testing

@Suite struct DirectoryStoreTests {
  private let folder: TemporaryDirectory
  private let store: DirectoryStore
  private let now = date("2026-11-20T12:00:00Z")

  init() throws {
    folder = try TemporaryDirectory()
    store = DirectoryStore(path: folder.path, machine: "test", timeout: .milliseconds(50))
  }

  private func save(_ records: TimeRecord..., tags: MinutaCore.Tag...) throws {
    try store.write(origin) { transaction in
      for tag in tags { transaction.save(tag) }
      for record in records { transaction.save(record) }
    }
  }

  private func all() throws -> [TimeRecord] {
    try store.read { view in
      try view.records(in: TimeRange(timeZone: .gmt), now: now)
    }
  }

  private func skippedFiles() throws -> [SkippedFile] {
    try store.read { view in
      _ = try view.tags()
      _ = try view.runningRecords()
      return view.skippedFiles()
    }
  }

  @Test func `a record is a file named after its start in UTC`() throws {
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

  @Test func `tags are one file`() throws {
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

  @Test func `what is written is read again`() throws {
    let first = record("11111111-1111-1111-1111-111111111111", "2026-11-20T08:30:00Z")
    let second = TimeRecord(
      id: UUID(),
      startTime: date("1600-12-31T23:59:59Z"),
      tagId: UUID(),
      images: ["a.jpg"]
    )
    try save(first, second)
    #expect(try all() == [second, first])
    #expect(try folder.text(of: "records/1600/12/1600-12-31_235959.json").contains("a.jpg"))
  }

  @Test func `records of one second each have a file`() throws {
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

  @Test func `a record and a tag written by hand, as the original documents them, are read`() throws
  {
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

  @Test func `E35 unknown keys and spellings survive a rewrite`() throws {
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

  @Test func `a record is what its file says, wherever the file lies`() throws {
    try save(record("11111111-1111-1111-1111-111111111111", "2026-11-20T08:30:00Z"))
    let text = try folder.text(of: "records/2026/11/2026-11-20_083000.json")
    try FileManager.default.removeItem(atPath: folder.path + "/records/2026")
    try folder.write(text, to: "records/1999/01/whatever.json")
    #expect(try all().map(\.startTime) == [date("2026-11-20T08:30:00Z")])
    #expect(try skippedFiles().isEmpty)
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("\0\0\0\0", "it is not JSON: unexpected character 0 on line 1"),
    ("{\"id\":", "it is not JSON: unexpected end of text on line 1 (at /id)"),
    ("[]", "it holds no record"),
    ("{}", "its 'id' is not a text"),
    (#"{"id":"1"}"#, "its 'id' is not a UUID"),
    (
      #"{"id":"11111111-1111-1111-1111-111111111111","startTime":"today"}"#,
      "its 'startTime' is not a time such as 2026-11-20T08:30:00Z"
    ),
    (
      #"{"id":"11111111-1111-1111-1111-111111111111","startTime":"2026-11-20T08:30:00Z","images":1}"#,
      "its 'images' is not a list of texts"
    ),
  ])
  func `F6 a file that is no record costs itself only`(text: String, reason: String) throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    try folder.write(text, to: "records/2026/11/bad.json")
    #expect(try all().count == 1)
    #expect(try skippedFiles() == [SkippedFile(path: "records/2026/11/bad.json", reason: reason)])
  }

  @Test func `F6 what is no plain file is named and not waited for`() throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    let month = folder.path + "/records/2026/11"
    mkfifo(month + "/pipe.json", 0o600)
    try FileManager.default.createDirectory(
      atPath: month + "/folder.json",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: month + "/link.json",
      withDestinationPath: "/etc/passwd"
    )
    try Data(count: 100 << 20).write(to: URL(filePath: month + "/large.json"))
    #expect(try all().count == 1)
    #expect(
      try skippedFiles().map { "\($0.path.split(separator: "/").last ?? ""): \($0.reason)" } == [
        "folder.json: it is not a regular file", "large.json: File too large",
        "link.json: it is a link, which is not followed", "pipe.json: it is not a regular file",
      ]
    )
  }

  @Test func `F6 folders that lead out of the store are not entered`() throws {
    let outside = try TemporaryDirectory()
    try outside.write(
      #"{"id":"33333333-3333-3333-3333-333333333333","startTime":"2026-11-20T08:30:00Z"}"#,
      to: "11/x.json"
    )
    try FileManager.default.createDirectory(
      atPath: folder.path + "/records",
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/records/2026",
      withDestinationPath: outside.path
    )
    #expect(try all().isEmpty)
    #expect(try skippedFiles() == [SkippedFile(path: "records/2026", reason: "it is a link")])
  }

  @Test(arguments: ["records", "records/2026", "records/2026/11", ".minuta.nosync/test"])
  func `F6 nothing is written where a link leads out of the store`(link: String) throws {
    let outside = try TemporaryDirectory()
    let above = (folder.path + "/" + link as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/" + link,
      withDestinationPath: outside.path
    )
    let path = folder.path + "/" + link
    let error = TrackingError.storeUnwritable(
      path: path,
      reason: "it is a link, which is not followed"
    )
    #expect(throws: error) {
      try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    }
    #expect(try outside.content().isEmpty)
  }

  @Test func `what lies in the trash and is no record is named`() throws {
    try folder.write("{", to: ".minuta.nosync/test/trash/x.json")
    let setAside = try store.read { view in
      _ = try view.deletedRecords()
      return view.skippedFiles().map(\.path)
    }
    #expect(setAside == [".minuta.nosync/test/trash/x.json"])
  }

  @Test func `F6 what is no folder of records, or lies too deep, is named`() throws {
    try folder.write("{}", to: "records/2026.bak/11/old/deeper/deepest/x.json")
    #expect(
      try skippedFiles() == [
        SkippedFile(path: "records/2026.bak/11/old/deeper", reason: "it lies too deep")
      ]
    )
    try FileManager.default.removeItem(atPath: folder.path + "/records")
    try folder.write("", to: "records")
    #expect(try skippedFiles() == [SkippedFile(path: "records", reason: "it is no folder")])
  }

  @Test func `of two files with one id the one with its own name counts`() throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    let path = "records/2026/11/2026-11-20_083000"
    let text = try folder.text(of: "\(path).json").replacing("09:00:00Z", with: "10:00:00Z")
    try folder.write(text, to: "\(path) (conflicted copy).json")
    #expect(try all().map(\.endTime) == [date("2026-11-20T09:00:00Z")])
    #expect(try skippedFiles().map(\.path) == ["\(path) (conflicted copy).json"])
  }

  @Test func `E30 tags that a sync left in conflict are not written`() throws {
    try save(tags: tag("22222222-2222-2222-2222-222222222222", "Work"))
    try folder.write("{}", to: "tags.sync-conflict-20261120-083000-ABCDEFG.json")
    #expect(throws: TrackingError.self) {
      try save(tags: tag("22222222-2222-2222-2222-222222222223", "More"))
    }
    let tags = try store.read { view in try view.tags() }
    #expect(
      tags.problem?.reason
        == "a sync left tags.sync-conflict-20261120-083000-ABCDEFG.json beside it"
    )
  }

  @Test func `nothing is written that could not be read again`() throws {
    let large = String(repeating: "\u{1}", count: 200_000)
    var record = record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z")
    record.comment = large
    #expect(throws: TrackingError.self) { try save(record) }
    #expect(try all().isEmpty)
    #expect(try folder.content().keys.contains { $0.hasSuffix(".tmp") } == false)
  }

  @Test func `a file keeps its permissions when it is written anew`() throws {
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

  @Test func `the second file of one id is set aside`() throws {
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    let text = try folder.text(of: "records/2026/11/2026-11-20_083000.json")
    try folder.write(text, to: "records/2026/11/copy.json")
    #expect(try all().count == 1)
    #expect(
      try skippedFiles().map(\.reason) == [
        "it has the id of records/2026/11/2026-11-20_083000.json"
      ]
    )
  }

  @Test(arguments: ["", "{}", "{\"tags\": [{}]}", "nonsense"])
  func `E36 while the tags cannot be read, nothing rewrites them`(text: String) async throws {
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

  @Test func `a name that is taken by something else stays as it is`() throws {
    try folder.write("mine", to: "records/2026/11/2026-11-20_083000.json")
    try save(record("22222222-2222-2222-2222-222222222222", "2026-11-20T08:30:00Z"))
    #expect(try folder.text(of: "records/2026/11/2026-11-20_083000.json") == "mine")
    #expect(try all().count == 1)
  }

  @Test func `nothing is left behind by a write that fails`() throws {
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

  @Test func `nothing is written where the body throws`() throws {
    #expect(throws: TrackingError.emptyTagName) {
      try store.write(origin) { transaction in
        transaction.save(tag("22222222-2222-2222-2222-222222222222", "Work"))
        throw TrackingError.emptyTagName
      }
    }
    #expect(try folder.content().isEmpty)
  }

  @Test func `E22 a writer that waits too long names the holder`() throws {
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

private let origin = ChangeOrigin(now: .distantPast, source: "test", intent: "Test")

private func date(_ text: String) -> Date {
  Timestamp.date(text) ?? .distantPast
}

private func record(_ id: String, _ start: String) -> TimeRecord {
  TimeRecord(
    id: UUID(uuidString: id) ?? UUID(),
    startTime: date(start),
    endTime: date(start).addingTimeInterval(1800),
    comment: "A \"quoted\" é\n",
    timeZone: "Europe/Zurich"
  )
}

private func tag(_ id: String, _ name: String) -> MinutaCore.Tag {
  MinutaCore.Tag(
    id: UUID(uuidString: id) ?? UUID(),
    name: name,
    createdAt: date("2026-11-20T12:00:00Z")
  )
}

extension TimeRecord {
  fileprivate func ending(_ end: Date) -> TimeRecord {
    var record = self
    record.endTime = end
    return record
  }
}
