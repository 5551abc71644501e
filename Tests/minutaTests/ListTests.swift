import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import minuta

@Suite struct ListTests {
  @Test func `every command in its folder is in the list`() throws {
    let names = Commands.all.map { "\(type(of: $0)).swift" }
    #expect(names == names.sorted())
    #expect(try files("Commands", except: "Commands.swift") == names)
  }

  @Test func `every table in its folder is in the list`() throws {
    let names = AnswerTables.all.map { "\(type(of: $0)).swift" }
    #expect(names == names.sorted())
    #expect(try files("Tables", except: "AnswerTables.swift") == names)
    #expect(AnswerTables.all.map { "\($0.intent)Table.swift" } == names)
  }

  private func files(_ folder: String, except others: String...) throws -> [String] {
    let path = "\(PackageFolder.path)/Sources/minuta/\(folder)"
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !others.contains($0) }.sorted()
  }

  @Test func `the README names every intent with its command`() throws {
    let readme = try PackageFolder.text(of: "README.md")
    for definition in Program(surroundings: .ofProcess()).definitions {
      guard let command = definition.command else {
        #expect(readme.contains("| `\(definition.id)` | |"))
        continue
      }
      let usage = command.name == "status" ? "status" : IntentHelp(definition).usage(command)
      #expect(readme.contains("| `\(definition.id)` | `minuta \(usage)` |"))
    }
  }
}
