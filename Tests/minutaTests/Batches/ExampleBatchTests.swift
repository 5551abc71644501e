import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests the batches in `Examples`, in a dry run and for real, with the real `jq`.
@Suite(.timeLimit(.minutes(10))) struct ExampleBatchTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  /// Runs a script in a dry run, then for real, and returns the real output.
  ///
  /// The script's variable `EXAMPLES` is the folder of the examples. The dry run must not change
  /// the store.
  private func runBoth(_ script: String) async throws -> String {
    let examples = "EXAMPLES='\(PackageDirectory.path)/Examples'; "
    let before = try fixture.content()
    let dry = try await fixture.shell(examples + script.replacing("run", with: "run --dry-run"))
    #expect(try fixture.content() == before)
    let real = try await fixture.shell(examples + script)
    let planned = dry.split(separator: "\n").count { $0.contains(#""status":"planned""#) }
    #expect(planned == real.split(separator: "\n").count { $0.contains(#""status":"ok""#) })
    return real
  }

  private func summary() async throws -> [String] {
    try await fixture.shell("minuta summary 2024-06").split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `a month of entries is logged`() async throws {
    let output = try await runBoth(#"minuta run "$EXAMPLES/month.jsonl""#)
    #expect(output.hasSuffix("{\"summary\":{\"calls\":76,\"ok\":76,\"failed\":0,\"notRun\":0}}\n"))
    #expect(
      try await summary() == [
        "2024-06-01 to 2024-06-30 (Europe/Zurich): 114h 10m.",
        "Work 94h 50m 40 records", "Email 9h 30m 20 records", "Meeting 8h 20m 12 records",
        "Reading 1h 30m 4 records",
      ]
    )
  }

  @Test(.requires("jq"))
  func `a month is corrected and undone as one`() async throws {
    _ = try await fixture.shell("minuta run '\(PackageDirectory.path)/Examples/month.jsonl'")
    let before = try fixture.records()
    _ = try await runBoth(
      #"minuta records 2024-06 --json | jq -f "$EXAMPLES/correct-month.jq" | minuta run - --atomic"#
    )
    #expect(
      try await summary() == [
        "2024-06-01 to 2024-06-30 (Europe/Zurich): 112h 40m.",
        "Work 94h 50m 40 records", "Mail 9h 30m 20 records", "Meeting 8h 20m 12 records",
      ]
    )
    _ = try await fixture.shell("minuta undo")
    #expect(try fixture.records() == before)
  }

  @Test(.requires("jq"))
  func `importing a calendar twice adds nothing`() async throws {
    let script =
      #"jq -f "$EXAMPLES/import-calendar.jq" "$EXAMPLES/calendar.json" | minuta run -"#
    let first = try await runBoth(script)
    let records = try fixture.records()
    #expect(
      records.map { $0["comment"]?.string } == [
        #"Stand-up; $5 says "late""#, "Review with {{client}}",
      ]
    )
    #expect(
      records.map { $0["endTime"]?.string } == ["2024-06-10T07:30:00Z", "2024-06-11T13:30:00Z"]
    )
    let again = try await fixture.shell("EXAMPLES='\(PackageDirectory.path)/Examples'; \(script)")
    #expect(first.contains(#""ok":2"#) && !first.contains("repeated"))
    #expect(again.contains(#""repeated":2"#))
    #expect(try fixture.records() == records)
  }
}
