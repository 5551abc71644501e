import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct UnusableFileTests {
  private typealias Fixture = DoctorFixture

  /// The content of a file that isn't a record.
  struct InvalidContent: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    var looksIncomplete = false

    init(_ text: String, looksIncomplete: Bool = false) {
      bytes = Array(text.utf8)
      self.looksIncomplete = looksIncomplete
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var testDescription: String {
      "\(bytes.count) bytes: \(String(decoding: bytes.prefix(12), as: UTF8.self).debugDescription)"
    }
  }

  private static let invalid = [
    InvalidContent("", looksIncomplete: true),
    InvalidContent("\0\0\0\0", looksIncomplete: true),
    InvalidContent("{\"id\": \"1", looksIncomplete: true),
    InvalidContent("{\"id\"\0\0\0", looksIncomplete: true),
    InvalidContent("nonsense"),
    InvalidContent("[]"),
    InvalidContent("{}"),
    InvalidContent(Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8)),
    InvalidContent("{\"id\": 1}\r\n"),
    InvalidContent(String(repeating: " ", count: 2 << 20)),
  ]

  @Test(arguments: invalid)
  func `E31 E34 E36 an invalid record file is reported`(content: InvalidContent) async throws {
    let fixture = try DoctorFixture()
    try fixture.write(Data(content.bytes), to: Fixture.path)
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    let problem = try #require(diagnosis.remaining.first)
    #expect(problem.file == Fixture.path)
    switch problem.problem {
    case .incompleteSync: #expect(content.looksIncomplete)
    case .unreadableFile: #expect(!content.looksIncomplete)
    default: Issue.record("\(problem)")
    }
  }

  @Test(arguments: invalid)
  func `E31 E34 E36 an invalid record file is restored from this machine's history`(
    content: InvalidContent
  ) async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(comment: "a"))
    let good = try Data(contentsOf: URL(filePath: fixture.folder.path + "/" + Fixture.path))
    try fixture.write(Data(content.bytes), to: Fixture.path)
    let after = try await fixture.expectRepair()
    #expect(after == [Fixture.path: good])
    #expect(try fixture.trash() == ["2026-11-20_080000.json"])
  }

  @Test func `E36 a record that was moved elsewhere isn't restored`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record())
    try fixture.write(
      Fixture.text(Fixture.record(start: "07:00")),
      to: "records/2026/11/moved.json"
    )
    try fixture.write("", to: Fixture.path)
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(try fixture.records() == [Fixture.record(start: "07:00")])
  }

  @Test func `E36 a file that this machine deleted isn't restored`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(
      Fixture.record(),
      Fixture.record(Fixture.otherID, start: "10:00", end: "11:00")
    )
    try fixture.save(Fixture.record(Fixture.otherID, start: "11:00", end: "12:00"))
    try fixture.write("", to: "records/2026/11/2026-11-20_100000.json")
    #expect(try await fixture.repair().repaired.isEmpty)
  }

  @Test func `E34 a byte order mark is removed from a record, and any line breaks are accepted`()
    async throws
  {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record(comment: "older"))
    let text = Fixture.text(Fixture.record(comment: "edited")).replacing("\n", with: "\r\n")
    try fixture.write("\u{FEFF}" + text, to: Fixture.path)
    let after = try await fixture.expectRepair()
    #expect(after == [Fixture.path: Data(text.utf8)])
    #expect(try fixture.records() == [Fixture.record(comment: "edited")])
  }

  @Test func `E34 a byte order mark is removed from tags.json`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write("\u{FEFF}" + Fixture.tagsText(Fixture.tag("Work")), to: "tags.json")
    _ = try await fixture.expectRepair()
    #expect(try fixture.tags().tags.map(\.name) == ["Work"])
  }

  @Test func `F6 a pipe, directory or link is reported but not changed`() async throws {
    let fixture = try DoctorFixture()
    try fixture.save(Fixture.record())
    let month = fixture.folder.path + "/records/2026/11"
    mkfifo(month + "/pipe.json", 0o600)
    for folder in ["folder.json", "a/b/c"] {
      try FileManager.default.createDirectory(
        atPath: month + "/" + folder,
        withIntermediateDirectories: true
      )
    }
    try FileManager.default.createSymbolicLink(
      atPath: month + "/link.json",
      withDestinationPath: "/etc/passwd"
    )
    let diagnosis = try await fixture.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(
      diagnosis.remaining.map(\.problem) == [
        .notAFile(reason: "it is nested too deeply"), .notAFile(reason: "it is not a regular file"),
        .notAFile(reason: "it is a symbolic link, which Minuta doesn't follow"),
        .notAFile(reason: "it is not a regular file"),
      ]
    )
    for finding in diagnosis.remaining {
      guard case .notAFile = finding.problem else {
        Issue.record("\(finding)")
        continue
      }
    }
  }
}
