import Foundation
import JSONText
import MinutaTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorCommandTests {
  private let bench: MinutaBench

  init() throws {
    bench = try MinutaBench()
  }

  private func spoil() async throws {
    _ = try await bench.run(
      "log",
      "Work",
      "--start",
      "2026-11-20 09:00",
      "--end",
      "2026-11-20 10:00"
    )
    try bench.home.write("", to: "store/records/2026/11/2026-11-20_080000.json")
    try bench.home.write("x", to: "store/records/2026/11/a\u{1B}[31m.txt")
  }

  @Test func `the doctor shows a block for each problem, and what is done about it`() async throws {
    try await spoil()
    let before = try bench.content()
    let result = try await bench.run("doctor")
    #expect(result.status == 0)
    #expect(
      result.output == """
        2 problems, 1 of which `minuta doctor --repair` mends.
          'records/2026/11/2026-11-20_080000.json' is not whole: it is empty.
            Repair: Put back what this machine wrote there last; the bad file goes to the trash.
          'records/2026/11/a\\u{1b}[31m.txt' is neither a record nor an image of one. It is left \
        alone; move it away if nobody needs it.

        """
    )
    #expect(result.errors.isEmpty)
    let planned = try await bench.run("doctor", "--repair", "--dry-run")
    #expect(
      planned.output.hasPrefix("Would repair 1 of 2 problems. Dry run: nothing was written.\n")
    )
    #expect(try bench.content() == before)
  }

  @Test func `a repair is undone by minuta undo`() async throws {
    try await spoil()
    let before = try bench.content().filter { !$0.key.contains(".minuta.") }
    let repaired = try await bench.outcome(["doctor", "--repair"])
    #expect(repaired["status"] == "ok")
    #expect(repaired["value"]?["repaired"] == 1)
    #expect(repaired["value"]?["remaining"] == 1)
    #expect(try bench.records().first?["startTime"] == "2026-11-20T08:00:00Z")
    let history = try await bench.run("history")
    #expect(history.output.contains("1 file"))
    #expect(try await bench.run("undo").status == 0)
    #expect(try bench.content().filter { !$0.key.contains(".minuta.") } == before)
  }
}
