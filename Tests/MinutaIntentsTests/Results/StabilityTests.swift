import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Tests that compare `Intents/README.md` with the sources and the definitions.
@Suite struct StabilityTests {
  /// Returns the first cell of each row of the table under a heading of `Intents/README.md`.
  private func rows(under heading: String) throws -> [String] {
    let text = try PackageDirectory.text(of: "Intents/README.md")
    let section = text.split(separator: "\n## ").first { $0.hasPrefix(heading) } ?? ""
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { row in
      row.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  /// Returns the error codes in a source file: those after `code:` or `Code =`, and those in a
  /// property `code`.
  private func codes(in source: String) -> Set<String> {
    var found: Set<String> = []
    var isProperty = false
    for line in source.split(separator: "\n") {
      if line.hasSuffix("var code: String {") { isProperty = true }
      if line == "  }" { isProperty = false }
      let value =
        line.firstRange(of: "code\": ") ?? line.firstRange(of: "code: ")
        ?? line.firstRange(of: "Code = ")
      let text = value.map { line[$0.upperBound...].prefix { $0 != "," && $0 != "[" } } ?? ""
      // A quoted word after an opening bracket is the name of a JSON member, not an error code.
      for match in (isProperty ? line : text).matches(of: /(?:^|[^\["])"([a-z][A-Za-z]+)"/) {
        found.insert(String(match.1))
      }
    }
    return found
  }

  private func sources() throws -> [String] {
    let root = PackageDirectory.path + "/Sources"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".swift") }.map { "Sources/\($0)" }
  }

  @Test func `the list has exactly the codes in the sources`() throws {
    var codes: Set<String> = []
    var findings: Set<String> = []
    for source in try sources() {
      let found = self.codes(in: try PackageDirectory.text(of: source))
      if source.hasSuffix("/StoreFinding+Code.swift") {
        findings = found
      } else {
        codes.formUnion(found)
      }
    }
    let listed = try rows(under: "Error codes")
    #expect(listed == listed.sorted() && Set(listed).count == listed.count)
    #expect(Set(listed).subtracting(codes) == [])
    #expect(codes.subtracting(listed) == [])
    #expect(Set(try rows(under: "Findings of `Doctor`")) == findings)
    #expect(codes.count > 90 && findings.count > 15)
  }

  @Test func `the list has every code in the definitions`() throws {
    let listed = Set(try rows(under: "Error codes"))
    for definition in BuiltInIntentCatalog().definitions {
      #expect(Set(definition.errors).subtracting(listed) == [], "\(definition.id)")
    }
  }

  @Test func `every x-minuta-type is documented`() throws {
    let types = BuiltInIntentCatalog().definitions.flatMap { definition in
      definition.properties.members.compactMap { member in
        (member.value["x-minuta-type"] ?? member.value["items"]?["x-minuta-type"])?.string
      }
    }
    #expect(try rows(under: "Formats").sorted() == Set(types).sorted())
  }

  /// The names of result members that contain instants.
  private static let instants = [
    "createdAt", "doneAt", "endLocal", "endTime", "startLocal", "startTime", "time",
  ]

  private func expectFormats(_ schema: JSONValue, _ id: String) {
    for member in schema["properties"]?.object?.members ?? [] {
      let isInstant = Self.instants.contains(member.key)
      #expect(!isInstant || member.value["format"] == "date-time", "\(id): \(member.key)")
      expectFormats(member.value, id)
    }
    if let items = schema["items"] { expectFormats(items, id) }
  }

  @Test func `instants in results have the format date-time`() {
    for definition in BuiltInIntentCatalog().definitions {
      expectFormats(.object(definition.result), definition.id)
    }
  }
}
