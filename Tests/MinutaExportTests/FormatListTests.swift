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

  @Test func `the list of formats has the types of its folder in alphabetical order`() throws {
    let path = "\(PackageDirectory.path)/Sources/MinutaExport/Importers"
    let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let types = files.filter { $0.hasSuffix("ImportFormat.swift") }.map { $0.dropLast(6) }
    #expect(ImportFormats.all.map { "\($0)" } == types.map(String.init))
  }

  @Test func `the formats to export are sorted by name and include each profile`() throws {
    let names = ExportFormats.all.map(\.name)
    #expect(names == names.sorted())
    let path = "\(PackageDirectory.path)/Sources/MinutaExport/Exporters/Profiles"
    for file in try FileManager.default.contentsOfDirectory(atPath: path) {
      #expect(names.contains(String(file.dropLast(".json".count))), "\(file)")
    }
  }
}
