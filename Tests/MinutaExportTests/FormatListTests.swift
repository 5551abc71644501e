import Foundation
import MinutaExport
import MinutaTestSupport
import Testing

struct FormatListTests {
  @Test func `the names of formats are unique`() {
    let names = ImportFormats.all.flatMap { [$0.name] + $0.otherNames }
    #expect(Set(names).count == names.count)
    let exported = ExportFormats.all.flatMap { [$0.name] + $0.otherNames }
    #expect(Set(exported).count == exported.count)
  }

  @Test(arguments: [("ICS", "icalendar"), ("hledger", "timeclock"), ("timew", "timewarrior")])
  func `a format can be named like its program`(_ name: String, _ expected: String) {
    #expect(ImportFormats.named(name)?.name == expected)
    #expect(ExportFormats.named(name)?.name == expected)
  }

  @Test func `the lists of formats have the types of their folders in alphabetical order`() throws {
    #expect(ImportFormats.all.map { "\($0)" } == (try types("Importers", "ImportFormat")))
    #expect(ReportFormats.all.map { "\($0)" } == (try types("Reports/Formats", "ReportFormat")))
  }

  @Test func `the formats to export are sorted by name and include each profile`() throws {
    let names = ExportFormats.all.map(\.name)
    #expect(names == names.sorted())
    let path = "\(PackageDirectory.path)/Sources/MinutaExport/Exporters/Profiles"
    for file in try FileManager.default.contentsOfDirectory(atPath: path) {
      #expect(names.contains(String(file.dropLast(".json".count))), "\(file)")
    }
  }

  private func types(_ folder: String, _ suffix: String) throws -> [String] {
    let path = "\(PackageDirectory.path)/Sources/MinutaExport/\(folder)"
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      .filter { $0.hasSuffix("\(suffix).swift") }
      .map { String($0.dropLast(".swift".count)) }
  }
}
