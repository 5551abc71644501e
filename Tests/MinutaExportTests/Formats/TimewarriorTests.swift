import Foundation
import JSONText
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct TimewarriorTests {
  private typealias Format = TimewarriorImportFormat

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `intervals come back as they were, from both kinds of files`(_ seed: UInt64) throws {
    var history = TimewarriorHistory(seed: seed)
    let intervals = history.intervals(1000)
    let data = Array(intervals.map(\.line).joined().utf8)
    let records = try Exchange.records(in: data, as: Format.self)
    #expect(records.count == intervals.count)
    let file = try Exchange.file(Exchange.exported(records), as: .timewarrior)
    #expect(file.omissions == Omissions())
    let elements = try #require(JSONValue(parsing: file.text).array)
    #expect(elements.count == intervals.count)
    for (interval, element) in zip(intervals, elements) {
      #expect(element == Self.json(interval))
    }
    // The JSON gives the same records on the lines after the opening bracket.
    let again = try Exchange.records(in: Array(file.text.utf8), as: Format.self)
    #expect(again.map(\.line) == records.map { $0.line + 1 })
    #expect(again.map(\.id) == records.map(\.id))
    #expect(again.map(\.comment) == records.map(\.comment))
    #expect(again.map(\.tag) == records.map(\.tag))
  }

  private static func json(_ interval: TimewarriorHistory.Interval) -> JSONValue {
    func text(_ seconds: Int) -> JSONValue {
      let date = Date(timeIntervalSince1970: Double(seconds))
      return .string(Timestamp.text(date).filter { $0 != "-" && $0 != ":" })
    }
    var object: JSONObject = ["start": text(interval.start), "end": text(interval.end)]
    if !interval.tags.isEmpty { object["tags"] = .array(interval.tags.map { .string($0) }) }
    if !interval.annotation.isEmpty { object["annotation"] = .string(interval.annotation) }
    return .object(object)
  }

  @Test(arguments: Self.lines)
  func `the first tag is the record's tag, the others are labels`(
    _ words: String,
    _ tag: String?,
    _ comment: String?
  ) throws {
    let line = "inc 20240517T083000Z - 20240517T090000Z # \(words)"
    let record = try #require(try Exchange.records(in: Array(line.utf8), as: Format.self).first)
    #expect(record.tag == tag)
    #expect(record.comment == comment)
  }

  private static let lines: [(words: String, tag: String?, comment: String?)] = [
    ("Work", "Work", nil),
    ("Work billable \"client a\"", "Work", "#billable #tag=\"client a\""),
    ("Work # \"Planning\"", "Work", "Planning"),
    ("Work urgent # \"Fix #12\"", "Work", "Fix #12\n#urgent"),
    ("Work # \"Fix #12\"", "Work", "Fix #12\n#tag=Work"),
    ("# \"Fix #12\"", nil, "Fix #12\n#tag=\"\""),
    ("\"/usr/\"", "usr", "#tag=\"/usr/\""),
    ("\"/\"", nil, "#tag=\"/\""),
    ("usr \"/usr/\"", "usr", "#tag=\"/usr/\" #usr"),
    ("\"Acme/Web\" \"client=A B\"", "Acme/Web", "#client=\"A B\""),
  ]

  @Test func `a history of Minuta is written with its losses counted`() throws {
    var history = RandomHistory(seed: 7)
    let records = history.records(60)
    let file = try Exchange.file(records, as: .timewarrior)
    let back = try Exchange.records(in: Array(file.text.utf8), as: Format.self)
    #expect(back.map(\.start) == records.map(\.record.startTime))
    #expect(back.map(\.end) == records.map(\.record.endTime))
    // Line breaks and backslashes don't get through Timewarrior's own files.
    let changed = records.count {
      $0.record.comment?.contains { $0 == "\n" || $0 == "\\" } == true
    }
    // Timewarrior sorts the tags.
    let moved = records.count { record in
      CommentParts(record.record.comment).labels.contains { label in
        record.tag.map { label.tag.utf8.lexicographicallyPrecedes($0.utf8) } ?? true
      }
    }
    #expect(changed > 0 && moved > 0)
    #expect(file.omissions.counts == [.characters: changed, .firstTags: moved])
    #expect(zip(records, back).count { $0.tag != $1.tag } == moved)
  }

  @Test func `overlaps and running timers are left out and counted`() throws {
    func record(_ start: Int, _ end: Int?, zone: String = "Europe/Berlin") -> ExportedRecord {
      let record = TimeRecord(
        id: UUID(),
        startTime: Date(timeIntervalSince1970: Double(start)),
        endTime: end.map { Date(timeIntervalSince1970: Double($0)) },
        images: start == 0 ? ["a.png"] : [],
        timeZone: zone
      )
      return ExportedRecord(record, tag: nil, seconds: 0)
    }
    let records = [
      record(0, 100), record(0, 0), record(50, 60), record(70, 70), record(100, 200),
      record(150, 300), record(200, 200), record(250, 260, zone: "Asia/Tokyo"), record(300, nil),
    ]
    let file = try Exchange.file(records, as: .timewarrior)
    #expect(file.omissions.counts == [.overlaps: 3, .running: 1, .images: 2, .timeZones: 1])
    #expect(file.text.split(separator: "\n").count == 2 + 5)
  }

  @Test(arguments: [
    "=1+1", "</script>", "a\r\ninc 20240517T083000Z - 20240517T090000Z # x", "nul\0nul",
    "\u{202E}bidi\u{2066}", "\"}],\n{\"start\":", String(repeating: "long ", count: 2000),
    "#", "'quoted'", "C:\\dir\\", "U+00E9 \\u00e9", "tab\there", "CPU+GPU", "a\u{2028}b",
  ])
  func `hostile text stays text that Timewarrior can store`(_ text: String) throws {
    let record = TimeRecord(
      id: UUID(),
      startTime: Date(timeIntervalSince1970: 0),
      endTime: Date(timeIntervalSince1970: 60),
      comment: CommentParts(text: text, labels: [Label("tag", text)]).comment
    )
    let file = try Exchange.file(
      [ExportedRecord(record, tag: "A", seconds: 60)],
      as: .timewarrior
    )
    let element = try #require(JSONValue(parsing: file.text).array?.first)
    #expect(file.text.split(separator: "\n").count == 3)
    let tags = try #require(element["tags"]?.array).compactMap(\.string)
    let note = try #require(element["annotation"]?.string)
    // Timewarrior writes the same line and reads it back before it stores it.
    let line = TimewarriorHistory.Interval(start: 0, end: 60, tags: tags, annotation: note).line
    let data = Array(line.utf8)
    #expect(data.count { $0 == UInt8(ascii: "\n") } == 1)
    let again = try Exchange.records(in: data, as: Format.self)
    let direct = try Exchange.records(in: Array(file.text.utf8), as: Format.self)
    #expect(again.map(\.comment) == direct.map(\.comment))
    #expect(again.map(\.tag) == direct.map(\.tag))
    let isKept = !text.unicodeScalars.contains { ["\r", "\n", "\0", "\\", "\t"].contains($0) }
    let isStorable = isKept && text != "#" && text != "'quoted'"
    #expect(file.omissions.counts[.characters] == (isStorable ? nil : 1))
    if isStorable {
      #expect(note == text)
      #expect(tags.contains(text))
    }
  }

  @Test func `the files of a folder are its months`() {
    let paths = [
      "timewarrior.cfg", "data/2024-05.data", "data/tags.data", "data/undo.data",
      "data/2023-12.data",
      "data/2024-05.data.bak", "extensions/totals.py", "backup/data/2024-05.data",
      "data/2024-5.data",
    ]
    #expect(Format.files(in: paths) == ["data/2023-12.data", "data/2024-05.data"])
    #expect(Format.files(in: ["2024-05.data", "tags.data"]) == ["2024-05.data"])
  }
}
