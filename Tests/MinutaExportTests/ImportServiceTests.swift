import Foundation
import MinutaCore
import MinutaExport
import Synchronization
import Testing

struct ImportServiceTests {
  /// A format whose elements are given by the test.
  private enum ListFormat: ImportFormat {
    static let name = "list"
    static let title = "List"
    @TaskLocal static var records: [ImportedRecord] = []

    static func recognizes(_ sample: FileSample) -> Bool { true }

    static func reader(of file: ImportFile, _ options: ImportOptions) -> any ImportReader {
      ImportedItems(records.map { .record($0) })
    }
  }

  private func imported(
    _ records: [ImportedRecord],
    account: String = "",
    tagOrder: [String] = []
  ) throws -> [RecordToImport] {
    try ListFormat.$records.withValue(records) {
      var request = ImportRequest(files: [ImportFile(name: "f", bytes: [])], days: Exchange.days)
      request.format = ListFormat.self
      request.account = account
      request.tagOrder = tagOrder
      _ = try FileImportService().preview(of: request)
      var sequence = FileImportService().records(of: request, as: ListFormat.self)
      var all: [RecordToImport] = []
      while let record = try sequence.next() { all.append(record) }
      return all
    }
  }

  private func local(_ text: String) throws -> ImportedInstant {
    let parts = text.split { " -:".contains($0) }.compactMap { Int($0) }
    return .local(
      try #require(
        CivilTime(year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4])
      )
    )
  }

  private func record(_ start: String, _ end: String, id: String? = nil) throws -> ImportedRecord {
    ImportedRecord(line: 1, id: id, time: .interval(try local(start), try local(end)))
  }

  @Test func `ids are UUIDs of version 8 that depend on the content and on the account`() throws {
    let one = try record("2024-05-17 09:00", "2024-05-17 10:00")
    let ids = try imported([one, one]).map(\.id.uuidString)
    #expect(Set(ids).count == 2)
    #expect(ids.allSatisfy { $0.split(separator: "-")[2].hasPrefix("8") })
    #expect(try imported([one, one]).map(\.id.uuidString) == ids)
    #expect(try imported([one], account: "other").map(\.id.uuidString) != [ids[0]])
  }

  @Test func `an id of the other program decides, even if the times change`() throws {
    let before = try imported([try record("2024-05-17 09:00", "2024-05-17 10:00", id: "a")])
    let after = try imported([try record("2024-05-17 09:00", "2024-05-17 11:00", id: "a")])
    #expect(before.map(\.id) == after.map(\.id))
  }

  @Test(arguments: [
    ("2024-03-31 01:30", "2024-03-31 03:30", 3600),
    ("2024-10-27 02:30", "2024-10-27 03:30", 7200),
    ("2024-10-27 02:50", "2024-10-27 02:10", 1200),
  ])
  func `local times take changes of the clock into account`(
    _ start: String,
    _ end: String,
    _ seconds: Int
  ) throws {
    #expect(try imported([try record(start, end)]).map(\.seconds) == [seconds])
  }

  @Test(
    arguments: [
      ("2024-03-31 02:30", "2024-03-31 04:00", nil, [".skipped 2024-03-31T01:30:00Z"]),
      ("2024-10-27 02:30", "2024-10-27 04:00", nil, [".repeated 2024-10-27T00:30:00Z"]),
      ("2024-10-27 02:30", "2024-10-27 04:00", 5400, []),
      ("2024-10-27 01:30", "2024-10-27 02:30", nil, [".repeated 2024-10-27T00:30:00Z"]),
      ("2024-10-27 02:50", "2024-10-27 02:10", nil, [".repeated 2024-10-27T00:50:00Z"]),
      ("2024-05-17 09:00", "2024-05-17 10:00", nil, []),
      ("2024-10-27 01:00", "2024-10-27 04:00", nil, ["10800 s, not 14400 s"]),
      ("2024-03-31 01:00", "2024-03-31 04:00", nil, ["10800 s, not 7200 s"]),
      ("2024-10-27 01:00", "2024-10-27 04:00", 14_400, []),
      ("2024-10-27 01:00", "2024-10-27 04:00", 10_800, []),
      ("2024-03-31 02:30", "2024-03-31 03:30", 3600, [".skipped 2024-03-31T00:30:00Z"]),
      ("2024-10-27 01:30", "2024-10-27 02:30", 7200, []),
      ("2024-10-27 02:15", "2024-10-27 02:30", 4500, []),
      ("2024-10-27 02:15", "2024-10-27 02:30", 4470, []),
      (
        "2024-10-27 02:15", "2024-10-27 02:30", 900,
        [".repeated 2024-10-27T00:15:00Z", ".repeated 2024-10-27T00:30:00Z"]
      ), ("2024-10-27 02:30", "2024-10-27 04:00", 60, [".repeated 2024-10-27T00:30:00Z"]),
    ] as [(String, String, Int?, [String])]
  )
  func `a local time that the clock shows twice or never is noted`(
    _ start: String,
    _ end: String,
    _ seconds: Int?,
    _ expected: [String]
  ) throws {
    var record = try record(start, end)
    record.seconds = seconds
    let changes = try imported([record]).flatMap(\.clockChanges)
    let texts = changes.map { change in
      switch change {
      case .time(.skipped, let date, _): ".skipped \(Timestamp.text(date))"
      case .time(_, let date, _): ".repeated \(Timestamp.text(date))"
      case .length(let shown, let seconds): "\(shown) s, not \(seconds) s"
      }
    }
    #expect(texts == expected)
  }

  @Test(arguments: [(3600, nil), (3540, nil), (3660, nil), (3661, 3661), (0, 0), (-3600, -3600)])
  func `a duration that contradicts the times by more than a minute is noted`(
    _ seconds: Int,
    _ expected: Int?
  ) throws {
    var record = try record("2024-05-17 09:00", "2024-05-17 10:00")
    record.seconds = seconds
    let imported = try imported([record])
    #expect(imported.map(\.ignoredDuration) == [expected])
    #expect(imported.map(\.seconds) == [3600])
  }

  @Test func `a file's format is recognized once, and its records are read twice`() throws {
    let line = "CLOCK: [2024-05-17 Fri 08:30]--[2024-05-17 Fri 09:00] =>  0:30\n"
    let bytes = Array(("* Work\n" + String(repeating: line, count: 5000)).utf8)
    let count = Mutex(0)
    let file = ImportFile(name: "work.org") { offset, length in
      let chunk = Array(bytes[min(offset, bytes.count)..<min(offset + length, bytes.count)])
      count.withLock { $0 += chunk.count }
      return chunk
    }
    let request = ImportRequest(files: [file], days: Exchange.days)
    let service = FileImportService()
    let format = try service.preview(of: request).format
    var records = service.records(of: request, as: format)
    while try records.next() != nil {}
    // Each of the three times, 2 bytes may be a byte order mark.
    #expect(count.withLock(\.self) == 2 * bytes.count + (1 << 16) + 6)
  }

  @Test func `lengths are laid end to end from the start of their day`() throws {
    let day = try #require(CivilTime(year: 2024, month: 5, day: 17))
    let lengths = [1800, 900].map { ImportedRecord(line: 1, time: .length(seconds: $0, day: day)) }
    let records = try imported(lengths)
    #expect(
      records.map { Timestamp.text($0.start) } == ["2024-05-16T22:00:00Z", "2024-05-16T22:30:00Z"]
    )
    #expect(records.map(\.comment) == ["#unplaced", "#unplaced"])
    #expect(records.map(\.seconds) == [1800, 900])
  }

  @Test(arguments: [
    ("2024-05-17", [28_800, 28_800, 28_800, 28_800]),
    ("2024-05-17", [50_000, 40_000, 30_000, 10_000]),
    ("2024-05-17", [86_400, 3600]), ("2024-03-31", [43_200, 43_200]),
    ("2024-10-27", [86_400, 3600, 60]),
  ])
  func `lengths stay on their day, even if they are more than the day has`(
    _ date: String,
    _ lengths: [Int]
  ) throws {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    let day = try #require(CivilTime(year: parts[0], month: parts[1], day: parts[2]))
    let records = try imported(
      lengths.map { ImportedRecord(line: 1, time: .length(seconds: $0, day: day)) }
    )
    #expect(records.map(\.seconds) == lengths)
    let number = day.daysSince1970
    let (start, end) = (Exchange.days.start(ofDay: number), Exchange.days.start(ofDay: number + 1))
    #expect(records.allSatisfy { $0.start.unixSeconds >= start && $0.end.unixSeconds <= end })
  }

  @Test func `equal records of two users are two records`() throws {
    let users = [nil, "Ann", "Bo"].map { user in
      Result {
        var record = try record("2024-05-17 09:00", "2024-05-17 10:00")
        record.user = user
        return record
      }
    }
    let ids = try users.map { try imported([$0.get()]).map(\.id) }
    #expect(Set(ids).count == 3)
    #expect(try imported([users[0].get()]).map(\.id) == ids[0])
  }

  @Test func `a path becomes the name of a tag without empty parts`() throws {
    var record = try record("2024-05-17 09:00", "2024-05-17 10:00")
    record.path = ["Acme", "", "Web/Design ", " "]
    #expect(try imported([record]).map(\.tag) == ["Acme/Web/Design"])
    record.path = [" "]
    #expect(try imported([record]).map(\.tag) == [nil])
  }

  @Test(
    arguments: [
      ([], "Acme/App", ["dev", "on call"]), (["meeting"], "Acme/App", ["dev", "on call"]),
      (["acme/app", "dev"], "Acme/App", ["dev", "on call"]),
      (["meeting", "DEV", "on call"], "dev", ["Acme/App", "on call"]),
      (["on call"], "on call", ["Acme/App", "dev"]),
    ] as [(order: [String], tag: String, labels: [String])]
  )
  func `of several tags of a record, the first in the tag order is its tag`(
    order: [String],
    tag: String,
    labels: [String]
  ) throws {
    var one = try record("2024-05-17 09:00", "2024-05-17 10:00")
    (one.path, one.labels) = (["Acme", "App"], ["dev", "on call"].map { Label(tag: $0) })
    let found = try #require(try imported([one], tagOrder: order).first)
    #expect(found.tag == tag && found.labels.map(\.tag) == labels)
    #expect(try imported([one]).map(\.id) == [found.id])
  }

  @Test func `an end before the start is refused with its line`() throws {
    var late = try record("2024-05-17 11:00", "2024-05-17 10:00")
    late.line = 7
    let records = [try record("2024-05-17 09:00", "2024-05-17 10:00"), late]
    let problem = FormatError.Problem(line: 7, reason: .endBeforeStart)
    #expect(throws: FormatError.invalid(file: "f", problems: [problem], count: 1)) {
      try imported(records)
    }
  }
}
