import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaStore

@Suite struct GitConflictTests {
  private typealias Fixture = DoctorFixture

  private static func text(_ lineBreak: String, _ lines: String...) -> String {
    lines.joined(separator: lineBreak) + lineBreak
  }

  @Test(arguments: ["\n", "\r\n"])
  func `E30 a file with git's conflict markers is split into its versions`(lineBreak: String) throws
  {
    let text = Self.text(
      lineBreak,
      "{",
      "<<<<<<< HEAD",
      "1",
      "||||||| abc",
      "0",
      "=======",
      "2",
      ">>>>>>> branch",
      "}"
    )
    #expect(GitConflict.hasMarkers(text))
    let conflict = try #require(GitConflict(text))
    #expect(conflict.ours == Self.text(lineBreak, "{", "1", "}"))
    #expect(conflict.base == Self.text(lineBreak, "{", "0", "}"))
    #expect(conflict.theirs == Self.text(lineBreak, "{", "2", "}"))
  }

  @Test(arguments: [
    "<<<<<<< a\n=======\n", "<<<<<<< a\n>>>>>>> b\n", "=======\n", ">>>>>>> b\n",
    "<<<<<<< a\n<<<<<<< a\n=======\n>>>>>>> b\n",
  ])
  func `E30 unbalanced conflict markers are rejected`(text: String) {
    #expect(GitConflict(text) == nil)
  }

  @Test func `E30 conflict markers in a record are merged with their base`() async throws {
    let fixture = try DoctorFixture()
    try fixture.write(
      """
      {
        "id": "\(Fixture.id)",
        "startTime": "2026-11-20T08:00:00Z",
      <<<<<<< HEAD
        "endTime": "2026-11-20T09:00:00Z",
        "comment": "base"
      ||||||| 1234567
        "comment": "base"
      =======
        "comment": "theirs"
      >>>>>>> theirs
      }

      """,
      to: Fixture.path
    )
    let merge = try #require(try await fixture.findings().first?.merge)
    #expect(merge.decided.isEmpty)
    let after = try await fixture.expectRepair()
    #expect(after.keys.sorted() == [Fixture.path])
    #expect(try fixture.records() == [Fixture.record(comment: "theirs")])
    #expect(try fixture.trash() == ["2026-11-20_080000.json"])
  }

  @Test func `E30 two records that git merged into one file are separated`() async throws {
    let fixture = try DoctorFixture()
    let (ours, theirs) = (Fixture.record(), Fixture.record(Fixture.otherID, comment: "b"))
    try fixture.write(
      "<<<<<<< HEAD\n\(Fixture.text(ours))=======\n\(Fixture.text(theirs))>>>>>>> b\n",
      to: Fixture.path
    )
    let after = try await fixture.expectRepair()
    #expect(after.count == 2)
    #expect(try fixture.records() == [ours, theirs])
  }

  @Test func `E30 conflict markers around invalid records are reported but not changed`()
    async throws
  {
    let fixture = try DoctorFixture()
    try fixture.write("<<<<<<< HEAD\n{\n=======\n}\n>>>>>>> b\n", to: Fixture.path)
    let after = try await fixture.repair()
    #expect(after.repaired.isEmpty)
    #expect(after.remaining.map(\.file) == [Fixture.path])
  }
}
