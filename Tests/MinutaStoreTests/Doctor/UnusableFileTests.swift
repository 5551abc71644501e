import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct UnusableFileTests {
  private typealias Fixture = DoctorFixture

  /// Bytes that are no record, and whether they look like a sync that is not done.
  private static let bad: [(bytes: [UInt8], isHalf: Bool)] = [
    ([], true), ([0, 0, 0, 0], true), (Array("{\"id\": \"1".utf8), true),
    (Array("{\"id\"\0\0\0".utf8), true), (Array("nonsense".utf8), false), (Array("[]".utf8), false),
    (Array("{}".utf8), false), (Array("{\"a\": \"".utf8) + [0xFF] + Array("\"}".utf8), false),
    (Array("{\"id\": 1}\r\n".utf8), false), (Array(repeating: 0x20, count: 2 << 20), false),
  ]

  @Test(arguments: bad)
  func `E31 E34 E36 a file that is no record is named`(bytes: [UInt8], isHalf: Bool) async throws {
    let bench = try DoctorFixture()
    try bench.write(Data(bytes), to: Fixture.path)
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    let problem = try #require(diagnosis.remaining.first)
    #expect(problem.file == Fixture.path)
    switch problem.problem {
    case .incompleteSync: #expect(isHalf)
    case .unreadableFile: #expect(!isHalf)
    default: Issue.record("\(problem)")
    }
  }

  @Test(arguments: bad)
  func `E31 E34 E36 a file that is no record comes back as this machine wrote it last`(
    bytes: [UInt8],
    isHalf: Bool
  ) async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(comment: "a"))
    let good = try Data(contentsOf: URL(filePath: bench.folder.path + "/" + Fixture.path))
    try bench.write(Data(bytes), to: Fixture.path)
    let after = try await bench.expectRepair()
    #expect(after == [Fixture.path: good])
    #expect(try bench.trash() == ["2026-11-20_080000.json"])
  }

  @Test func `E36 what lies elsewhere by now does not come back`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record())
    try bench.write(Fixture.text(Fixture.record(start: "07:00")), to: "records/2026/11/moved.json")
    try bench.write("", to: Fixture.path)
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(try bench.records() == [Fixture.record(start: "07:00")])
  }

  @Test func `E36 what was deleted here does not come back`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(), Fixture.record(Fixture.otherID, start: "10:00", end: "11:00"))
    try bench.save(Fixture.record(Fixture.otherID, start: "11:00", end: "12:00"))
    try bench.write("", to: "records/2026/11/2026-11-20_100000.json")
    #expect(try await bench.repair().repaired.isEmpty)
  }

  @Test func `E34 a mark in front of a record is taken off, and line breaks of any kind are read`()
    async throws
  {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record(comment: "older"))
    let text = Fixture.text(Fixture.record(comment: "edited")).replacing("\n", with: "\r\n")
    try bench.write("\u{FEFF}" + text, to: Fixture.path)
    let after = try await bench.expectRepair()
    #expect(after == [Fixture.path: Data(text.utf8)])
    #expect(try bench.records() == [Fixture.record(comment: "edited")])
  }

  @Test func `E34 a mark in front of the tags is taken off`() async throws {
    let bench = try DoctorFixture()
    try bench.write("\u{FEFF}" + Fixture.tagsText(Fixture.tag("Work")), to: "tags.json")
    _ = try await bench.expectRepair()
    #expect(try bench.tags().tags.map(\.name) == ["Work"])
  }

  @Test func `F6 what is no plain file is named and left`() async throws {
    let bench = try DoctorFixture()
    try bench.save(Fixture.record())
    let month = bench.folder.path + "/records/2026/11"
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
    let diagnosis = try await bench.repair()
    #expect(diagnosis.repaired.isEmpty)
    #expect(
      diagnosis.remaining.map(\.problem) == [
        .notAFile(reason: "it lies too deep"), .notAFile(reason: "it is not a regular file"),
        .notAFile(reason: "it is a link, which is not followed"),
        .notAFile(reason: "it is not a regular file"),
      ]
    )
  }
}
