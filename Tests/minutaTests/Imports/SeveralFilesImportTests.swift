import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Imports of several files with the same records.
struct SeveralFilesImportTests {
  private let fixture: MinutaFixture

  init() throws { fixture = try MinutaFixture() }

  /// Writes a text to files and returns their paths.
  private func write(_ text: String, to names: String...) throws -> [String] {
    for name in names { try fixture.home.write(text, to: name) }
    return names.map { "\(fixture.home.path)/\($0)" }
  }

  @Test func `a record in two files of one import is added once`() async throws {
    let line = "inc 20240517T083000Z - 20240517T090000Z # Work\n"
    let files = try write(line, to: "a.data", "b.data")
    let value = try await fixture.outcome(["import"] + files)["value"]
    #expect(value?["added"] == 1 && value?["unchanged"] == 1)
  }

  @Test(arguments: [true, false])
  func `a dry run counts records of several files once, however many there are`(
    isDryRun: Bool
  ) async throws {
    let lines = (100..<1600).map { number in
      let time = "202\(number / 1000)05\(10 + number % 20)T\(10 + number / 20 % 10)"
      return "inc \(time)\(number % 50 + 10)00Z - \(time)\(number % 50 + 10)30Z # \"\(number)\"\n"
    }
    let files = try write(lines.joined(), to: "a.data", "b.data")
    let value = try await fixture.outcome(["import"] + files + (isDryRun ? ["--dry-run"] : []))
    #expect(value["value"]?["added"] == 1500 && value["value"]?["unchanged"] == 1500)
  }

  @Test func `equal lengths in two files of one import are two records`() async throws {
    let files = try write("2024-05-17\n    1h Call\n", to: "a.klg", "b.klg")
    let value = try await fixture.outcome(["import"] + files)["value"]
    #expect(value?["added"] == 2 && value?["totalSeconds"] == 7200)
    let again = try await fixture.outcome(["import"] + files)["value"]
    #expect(again?["added"] == 0 && again?["unchanged"] == 2)
  }
}
