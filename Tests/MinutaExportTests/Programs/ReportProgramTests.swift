import MinutaExport
import MinutaTestSupport
import Testing

/// Pages are read by other programs.
struct ReportProgramTests {
  @Test(.requires("xmllint")) func `xmllint finds no error`() async throws {
    var history = RandomHistory(seed: 11)
    let records = OddRecords.all + history.records(500)
    let text = try Exchange.file(records, as: .html).text
    let program = try #require(TestPrograms.installed("xmllint"))
    for arguments in [["--noout", "-"], ["--noout", "--html", "-"]] {
      let result = try await TestPrograms.run(program, ["--nonet"] + arguments, input: text)
      #expect(result.status == 0, "\(result.errors.prefix(2000))")
    }
  }
}
