import JSONText
import MinutaTestSupport
import Testing

/// Tests how the history and an undo show an import, which is a run of many calls.
struct ImportHistoryTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test func `an import is one line of the history unless each record is listed`() async throws {
    try fixture.home.write(
      """
      inc 20240517T083000Z - 20240517T090000Z # Work
      inc 20240517T100000Z - 20240517T113000Z # Acme

      """,
      to: "2024-05.data"
    )
    _ = try await fixture.run("import", "\(fixture.home.path)/2024-05.data")
    let listed = try await fixture.run("history").output
    #expect(listed.contains("import  2 records, 2h 00m  ("), "\(listed)")
    #expect(!listed.contains("ImportRecord"))
    #expect(try await fixture.run("history", "--each").output.contains("'Work', 2024-05-17"))
    #expect(try await fixture.outcome(["history"])["value"]?["entries"]?.array?.count == 2)
    // The number in the list is that of the whole import; a record has its own one with --each.
    #expect(listed.contains("2  "), "\(listed)")
    _ = try await fixture.run("log", "Mail", "10m")
    #expect(try await fixture.run("undo", "1").output.contains("an import of 1 record"))
    _ = try await fixture.run("redo")
    #expect(try await fixture.run("undo", "2").output.contains("an import of 2 records"))
    #expect(try fixture.records().count == 1)
  }

  @Test func `the undo of an import says what it had added and updated`() async throws {
    func frame(_ id: String, _ end: String) -> String {
      #"{"id":"\#(id)","start":"2024-05-17T08:00:00Z","stop":"2024-05-17T\#(end):00Z","#
        + #""project":"Work","tags":[]}"#
    }
    func change(_ frames: String...) async throws -> String {
      try fixture.home.write("[\(frames.joined(separator: ","))]", to: "log.json")
      _ = try await fixture.run("import", "watson", "\(fixture.home.path)/log.json", "--update")
      return try await fixture.run("undo").output
    }
    _ = try await fixture.run("log", "Mail", "10m")
    try fixture.home.write("[\(frame("a", "09:00"))]", to: "log.json")
    _ = try await fixture.run("import", "watson", "\(fixture.home.path)/log.json")
    let updated = try await change(frame("a", "10:00"))
    #expect(updated.hasPrefix("Undid an import that updated 1 record: "), "\(updated)")
    let both = try await change(frame("a", "10:00"), frame("b", "11:00"))
    #expect(both.hasPrefix("Undid an import that added 1 record and updated 1: "), "\(both)")
  }
}
