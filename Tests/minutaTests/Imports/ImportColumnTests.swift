import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// The flag `--column` of an import.
struct ImportColumnTests {
  private let fixture: MinutaFixture

  init() throws {
    fixture = try MinutaFixture()
  }

  @Test(arguments: [
    (["start=Von,end=Bis,comment=Was, genau"], "2h 00m"),
    (["start=Von", "--column", "end=Bis,comment=Was, genau,tag="], "2h 00m"),
  ])
  func `--column takes several columns with commas`(
    _ words: [String],
    _ total: String
  ) async throws {
    let row = "2024-05-17 09:00,2024-05-17 11:00,Plan"
    try fixture.home.write("Von,Bis,\"Was, genau\"\n\(row)\n", to: "h.csv")
    let file = "\(fixture.home.path)/h.csv"
    let result = try await fixture.run(["import", "csv", file, "--column"] + words)
    #expect(result.output.hasPrefix("Imported 1 record from CSV, \(total) in all. Times "))
    #expect(try fixture.records().map { $0["comment"] } == ["Plan"])
  }

  @Test(arguments: [
    ("start=Start", "has no column 'Start'. Its columns are 'Von', 'Bis', 'Was nun'."),
    (
      "start=Von,end=Bis",
      "is known as a tag or a comment. Add --column tag='Was nun', or --column tag= to import only"
    ), ("start=Von,edn=Bis", "Unknown field 'edn'. The fields are start, "),
    ("Von", "'Von' is not valid for '--column'. Use a field and a column such as "),
  ])
  func `columns that don't fit the file get one clear sentence`(
    _ columns: String,
    _ sentence: String
  ) async throws {
    let row = "2024-05-17 09:00,2024-05-17 11:00,Plan"
    try fixture.home.write("Von,Bis,Was nun\n\(row)\n", to: "h.csv")
    let file = "\(fixture.home.path)/h.csv"
    let result = try await fixture.run(["import", "csv", file, "--column", columns])
    #expect(result.errors.contains(sentence) && result.status == 2)
    #expect(try fixture.records().isEmpty)
  }

  @Test func `rows with the same key in a guessed column are records of their own`() async throws {
    let text = """
      Start,End,Key,Description
      2024-05-17 08:00,2024-05-17 09:00,PROJ-1,first
      2024-05-17 09:00,2024-05-17 10:00,PROJ-1,second
      2024-05-17 09:00,2024-05-17 10:00,PROJ-1,second

      """
    try fixture.home.write(text, to: "key.csv")
    let value = try await fixture.outcome(["import", "\(fixture.home.path)/key.csv"])["value"]
    #expect(value?["added"] == 2 && value?["unchanged"] == 1)
    let again = try await fixture.outcome(["import", "\(fixture.home.path)/key.csv"])["value"]
    #expect(again?["added"] == 0 && again?["unchanged"] == 3)
  }
}
