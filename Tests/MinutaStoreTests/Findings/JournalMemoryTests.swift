import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct JournalMemoryTests {
  private typealias Bench = DoctorBench

  private static let otherID = "BBBBBBBB-BBBB-BBBB-BBBB-BBBBBBBBBBBB"

  private func memory(of bench: DoctorBench) throws -> JournalMemory {
    let journal = Journal(folder: "\(bench.folder.path)/\(MachineLayout(machine: "here").folder)")
    return try JournalMemory(journal, paths: [], records: [], needsTags: true)
  }

  private func names(_ versions: [JournalMemory.Version]) throws -> [String?] {
    try versions.map { try JSONValue(parsing: $0.text)["name"]?.string }
  }

  @Test func `E30 the journal has the versions of one tag, the newest first`() throws {
    let bench = try DoctorBench()
    for name in ["One", "Two", "Three"] {
      try bench.save(tags: Bench.tag(name))
      try bench.save(tags: Bench.tag("Beside \(name)", Self.otherID))
    }
    let versions = try memory(of: bench).versions(ofTag: #require(UUID(uuidString: Bench.tagID)))
    #expect(try names(versions) == ["Three", "Two", "Two", "One", "One"])
    #expect(versions.map(\.isFirst) == [false, false, false, false, true])
  }

  @Test func `E36 tags that a sync brought before the month began are in the journal too`()
    throws
  {
    let bench = try DoctorBench()
    try bench.write(Bench.tagsText(Bench.tag("Theirs", Self.otherID)), to: "tags.json")
    try bench.save(Bench.record())
    try bench.save(tags: Bench.tag("Ours"))
    #expect(try memory(of: bench).storedTags?.tags.map(\.name) == ["Theirs", "Ours"])
  }

  @Test func `E36 the journal has the tags as this machine left them`() async throws {
    let bench = try DoctorBench()
    #expect(try memory(of: bench).storedTags == nil)
    try bench.save(tags: Bench.tag("One"), Bench.tag("Other", Self.otherID))
    try bench.save(tags: Bench.tag("Two"))
    #expect(try memory(of: bench).storedTags?.tags.map(\.name) == ["Two", "Other"])
    try bench.write(
      Bench.tagsText(Bench.tag("Theirs", Bench.id)),
      to: "tags.sync-conflict-20260101-120000-ABCDEFG.json"
    )
    _ = try await bench.repair()
    #expect(try memory(of: bench).storedTags?.tags.map(\.name) == ["Two", "Other", "Theirs"])
    try bench.save(tags: Bench.tag("Three"))
    #expect(try memory(of: bench).storedTags?.tags.map(\.name) == ["Three", "Other", "Theirs"])
  }
}
