import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Sentences of an import about records that it changes, or leaves as they are.
struct ImportNoteTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Writes a folder of Watson with a frame on each of several days, in projects `p0` to `p3`.
  private func writeFrames(_ count: Int, minutes: Int) throws -> String {
    let frames = (0..<count).map { index in
      let start = 1_791_183_600 + index * 86_400
      let id = String(repeating: "0", count: 31) + "\(index)"
      return "[\(start),\(start + minutes * 60),\"p\(index % 4)\",\"\(id)\",[],\(start)]"
    }
    try fixture.home.write("[\(frames.joined(separator: ","))]", to: "watson/frames")
    return "\(fixture.home.path)/watson"
  }

  @Test func `--update leaves billed records as they are, and imports all others`() async throws {
    let rates = #"{"rates": [{"tag": "p2", "rate": "90", "currency": "EUR"}]}"#
    try fixture.home.write(rates, to: ".config/minuta/settings.json")
    let folder = try writeFrames(4, minutes: 60)
    _ = try await fixture.run("import", folder)
    let billed = try await fixture.run("invoice", "p2", "2026-10")
    #expect(billed.status == 0, "\(billed)")
    _ = try writeFrames(5, minutes: 90)
    let note =
      " 1 record left as is, billed by '2026-001'; add --unlock to update."
    let planned = try await fixture.run("import", folder, "--update", "--dry-run")
    #expect(
      planned.output.contains("Would import 1 of 5 records from Watson. Would update 3 records.")
    )
    #expect(planned.output.contains(note))
    let result = try await fixture.run("import", folder, "--update")
    #expect(
      result.output
        == "Imported 1 of 5 records from Watson. Updated 3 records.\(note)\n"
    )
    let again = try await fixture.outcome(["import", folder, "--update"])["value"]
    #expect(again?["unchanged"] == 4 && again?["locked"] == 1)
    #expect(again?["invoices"] == ["2026-001"])
    let unlocked = try await fixture.outcome(["import", folder, "--update", "--unlock"])["value"]
    #expect(unlocked?["updated"] == 1 && unlocked?["locked"] == 0)
    #expect(unlocked?["invoices"] == [])
  }

  @Test func `a record across a clock change is named if its times show another length`()
    async throws
  {
    try fixture.home.write(
      "i 2026-10-25 01:00:00 acme:web\no 2026-10-25 04:00:00\n",
      to: "c.timeclock"
    )
    let result = try await fixture.run("import", "\(fixture.home.path)/c.timeclock")
    #expect(result.output.contains("4h 00m in all. 1 time or length affected by a clock change."))
    let note = "its times are 3h 00m apart, but it lasts 4h 00m, as the clock changes\n"
    #expect(result.output.hasSuffix("c.timeclock, line 1: \(note)"))
  }

  @Test func `a break of klog is named with its length`() async throws {
    try fixture.home.write("2026-10-20\n  8:00 - 17:00 work\n  -30m lunch\n", to: "a.klg")
    let result = try await fixture.run("import", "\(fixture.home.path)/a.klg")
    #expect(result.output.hasPrefix("Imported 1 record from klog, 8h 30m in all. 1 entry skipped."))
    let note = "line 3: it is a break of 30m, cut from the time before it\n"
    #expect(result.output.hasSuffix(note))
  }

  @Test func `a time zone that doesn't exist is named`() async throws {
    let event =
      "BEGIN:VEVENT\nDTSTART;TZID=Nowhere/Bad:20240517T083000\nDURATION:PT1H\nEND:VEVENT\n"
    try fixture.home.write("BEGIN:VCALENDAR\n\(event)END:VCALENDAR\n", to: "a.ics")
    let result = try await fixture.run("import", "\(fixture.home.path)/a.ics")
    #expect(result.errors.contains(", line 2: 'Nowhere/Bad' is not a time zone. Nothing was "))
  }
}
