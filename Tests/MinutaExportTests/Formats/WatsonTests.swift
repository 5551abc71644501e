import Foundation
import JSONText
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

struct WatsonTests {
  private typealias Format = WatsonImportFormat

  @Test func `five thousand frames come back as they were`() throws {
    let frames = WatsonFrame.random(5000, seed: 1)
    let bytes = JSONValue.array(frames.map(\.json)).bytes(.indented)
    let records = try Exchange.records(in: bytes, as: Format.self)
    let file = try Exchange.file(Exchange.exported(records), as: .watson)
    #expect(file.omissions == Omissions())
    let elements = try #require(JSONValue(parsing: file.text).array)
    #expect(elements.count == frames.count)
    for (frame, element) in zip(frames, elements) { #expect(element == frame.json) }
    // The ids are kept, so that nothing is added when the exported file is imported.
    let again = try Exchange.records(in: Array(file.text.utf8), as: Format.self)
    #expect(again.map(\.id) == records.map(\.id))
  }

  @Test func `a history of Minuta is written with its losses counted`() throws {
    var history = RandomHistory(seed: 7)
    let records = history.records(60)
    let file = try Exchange.file(records, as: .watson)
    let back = try Exchange.records(in: Array(file.text.utf8), as: Format.self)
    #expect(back.map(\.id) == records.map(\.record.id))
    #expect(back.map(\.start) == records.map(\.record.startTime))
    #expect(back.map(\.end) == records.map(\.record.endTime))
    #expect(back.map(\.tag) == records.map(\.tag))
    let comments = records.count { CommentParts($0.record.comment).text != nil }
    #expect(comments > 0 && file.omissions.counts == [.comments: comments])
  }

  @Test(arguments: Self.projects)
  func `the project is the record's tag, the tags are labels`(
    _ project: String,
    _ tags: [String],
    _ tag: String?,
    _ comment: String?
  ) throws {
    let frame = WatsonFrame(start: 0, end: 60, project: project, tags: tags)
    let bytes = JSONValue.array([frame.json]).bytes()
    let records = try Exchange.records(in: bytes, as: Format.self)
    #expect(records.map(\.tag) == [tag])
    #expect(records.map(\.comment) == [comment])
    let file = try Exchange.file(Exchange.exported(records), as: .watson)
    #expect(try JSONValue(parsing: file.text).array == [frame.json])
  }

  private static let projects: [(project: String, tags: [String], tag: String?, comment: String?)] =
    [
      ("apollo", ["docs", "code review"], "apollo", "#docs #tag=\"code review\""),
      ("Acme/Web", [], "Acme/Web", nil),
      ("/usr/", ["/usr", "usr"], "usr", "#tag=\"/usr/\" #tag=\"/usr\" #usr"),
      ("a b", ["a b"], "a b", "#tag=\"a b\" #tag=\"a b\""),
      ("a", ["a", "a", "tag"], "a", "#a #a #tag"),
      ("/", [], nil, "#tag=\"/\""),
      ("", ["x"], nil, "#x"),
    ]

  @Test func `a frame of seven items has a message`() throws {
    let text = #"[[0, 60, "a", "id", ["t"], 60, "Call"]]"#
    let file = ImportFile(name: "frames", bytes: Array(text.utf8))
    #expect(ImportFormats.recognized(try FileSample(file))?.name == "watson")
    let records = try Exchange.records(in: Array(text.utf8), as: Format.self)
    #expect(records.map(\.comment) == ["Call #t"])
  }

  @Test func `a frame keeps an id of 32 hex digits, and others get the same id each time`() throws {
    let ids = ["3f2a9c1d0b7e4a5f8c6d1e2f3a4b5c6d", "3F2A9C1D0B7E4A5F8C6D1E2F3A4B5C6D", "old", ""]
    let frames = ids.map { WatsonFrame(start: 0, end: 60, project: "a", id: $0) }
    let bytes = JSONValue.array(frames.map(\.json)).bytes()
    let first = try Exchange.records(in: bytes, as: Format.self).map(\.id.uuidString)
    #expect(first == (try Exchange.records(in: bytes, as: Format.self).map(\.id.uuidString)))
    #expect(Set(first).count == ids.count)
    #expect(first[0] == "3F2A9C1D-0B7E-4A5F-8C6D-1E2F3A4B5C6D")
  }

  @Test func `running timers and images are left out and counted`() throws {
    func record(_ end: Date?, images: [String] = [], zone: String? = nil) -> ExportedRecord {
      let start = Date(timeIntervalSince1970: 0)
      let record = TimeRecord(
        id: UUID(),
        startTime: start,
        endTime: end,
        images: images,
        timeZone: zone
      )
      return ExportedRecord(record, tag: "a", seconds: 0)
    }
    let end = Date(timeIntervalSince1970: 60)
    let records = [
      record(nil), record(end, images: ["a.png"]), record(end, zone: "Asia/Tokyo"), record(end),
    ]
    let file = try Exchange.file(records, as: .watson)
    #expect(file.omissions.counts == [.running: 1, .images: 1, .timeZones: 1])
    #expect(try JSONValue(parsing: file.text).array?.count == 3)
  }

  @Test(arguments: [
    "=1+1", "</script>", "a\r\nb", "nul\0nul", "\u{202E}bidi", "\"],[0,0,\"x\"",
    String(repeating: "long ", count: 2000), "\u{2028}", "\\", "#", "'\"",
  ])
  func `hostile text stays text`(_ text: String) throws {
    let frame = WatsonFrame(start: 0, end: 60, project: text, tags: [text])
    let records = try Exchange.records(in: JSONValue.array([frame.json]).bytes(), as: Format.self)
    let file = try Exchange.file(Exchange.exported(records), as: .watson)
    #expect(file.text.split(separator: "\n").count == 3)
    #expect(try JSONValue(parsing: file.text).array == [frame.json])
  }

  @Test func `only the files with the frames are read in a folder`() {
    let paths = ["config", "frames", "frames.bak", "last_sync", "state", "old/frames"]
    #expect(Format.files(in: paths) == ["frames", "state"])
  }
}
