import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct JournalVersionIndexTests {
  private typealias Fixture = DoctorFixture

  private static let otherID = "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB"

  private func memory(of bench: DoctorFixture) throws -> JournalVersionIndex {
    let journal = Journal(folder: "\(bench.folder.path)/\(MachineLayout(machine: "here").folder)")
    return try JournalVersionIndex(journal, paths: [], records: [], readsTags: true)
  }

  private func lastNames(of bench: DoctorFixture) throws -> [String]? {
    try memory(of: bench).lastTags?.tags.map(\.name)
  }

  @Test func `E30 the journal has the versions of one tag, the oldest first`() throws {
    let bench = try DoctorFixture()
    for name in ["One", "Two", "Three"] {
      try bench.save(tags: Fixture.tag(name))
      try bench.save(tags: Fixture.tag("Beside \(name)", Self.otherID))
    }
    let id = try #require(UUID(uuidString: Fixture.tagID))
    let versions = try memory(of: bench).history(ofTag: id).versions
    #expect(versions.map { $0.json["name"]?.string } == ["One", "Two", "Three"])
  }

  @Test func `E36 tags that a sync brought before the month began are in the journal too`()
    throws
  {
    let bench = try DoctorFixture()
    try bench.write(Fixture.tagsText(Fixture.tag("Theirs", Self.otherID)), to: "tags.json")
    try bench.save(Fixture.record())
    try bench.save(tags: Fixture.tag("Ours"))
    #expect(try lastNames(of: bench) == ["Theirs", "Ours"])
  }

  @Test func `E36 the journal has the tags as this machine left them`() async throws {
    let bench = try DoctorFixture()
    #expect(try memory(of: bench).lastTags == nil)
    try bench.save(tags: Fixture.tag("One"), Fixture.tag("Other", Self.otherID))
    try bench.save(tags: Fixture.tag("Two"))
    #expect(try lastNames(of: bench) == ["Two", "Other"])
    try bench.write(
      Fixture.tagsText(Fixture.tag("Theirs", Fixture.id)),
      to: "tags.sync-conflict-20260101-120000-ABCDEFG.json"
    )
    _ = try await bench.repair()
    #expect(try lastNames(of: bench) == ["Two", "Other", "Theirs"])
    try bench.save(tags: Fixture.tag("Three"))
    #expect(try lastNames(of: bench) == ["Three", "Other", "Theirs"])
  }
}
