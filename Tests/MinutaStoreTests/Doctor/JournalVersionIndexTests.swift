import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct JournalVersionIndexTests {
  private typealias Fixture = DoctorFixture

  private static let otherID = "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB"

  private func versionIndex(of fixture: DoctorFixture) throws -> JournalVersionIndex {
    let journal = Journal(
      folder: "\(fixture.folder.path)/\(MachineFileLayout(machine: "here").folder)"
    )
    return try JournalVersionIndex(journal, paths: [], records: [], readsTags: true)
  }

  private func lastNames(of fixture: DoctorFixture) throws -> [String]? {
    try versionIndex(of: fixture).lastTags?.tags.map(\.name)
  }

  @Test func `E30 the index returns the versions of a tag, oldest first`() throws {
    let fixture = try DoctorFixture()
    for name in ["One", "Two", "Three"] {
      try fixture.save(tags: Fixture.tag(name))
      try fixture.save(tags: Fixture.tag("Beside \(name)", Self.otherID))
    }
    let id = try #require(UUID(uuidString: Fixture.tagID))
    let versions = try versionIndex(of: fixture).history(ofTag: id).versions
    #expect(versions.map { $0.json["name"]?.string } == ["One", "Two", "Three"])
  }

  @Test func `E36 tags synced before the first entry are in the journal too`() throws {
    let fixture = try DoctorFixture()
    try fixture.write(Fixture.tagsText(Fixture.tag("Theirs", Self.otherID)), to: "tags.json")
    try fixture.save(Fixture.record())
    try fixture.save(tags: Fixture.tag("Ours"))
    #expect(try lastNames(of: fixture) == ["Theirs", "Ours"])
  }

  @Test func `E36 the last tags include repairs and later edits`() async throws {
    let fixture = try DoctorFixture()
    #expect(try versionIndex(of: fixture).lastTags == nil)
    try fixture.save(tags: Fixture.tag("One"), Fixture.tag("Other", Self.otherID))
    try fixture.save(tags: Fixture.tag("Two"))
    #expect(try lastNames(of: fixture) == ["Two", "Other"])
    try fixture.write(
      Fixture.tagsText(Fixture.tag("Theirs", Fixture.id)),
      to: "tags.sync-conflict-20260101-120000-ABCDEFG.json"
    )
    _ = try await fixture.repair()
    #expect(try lastNames(of: fixture) == ["Two", "Other", "Theirs"])
    try fixture.save(tags: Fixture.tag("Three"))
    #expect(try lastNames(of: fixture) == ["Three", "Other", "Theirs"])
  }
}
