import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import minuta

@Suite struct CommandListTests {
  @Test func `every command in its folder is in the list`() throws {
    let names = Commands.all.map { "\(type(of: $0)).swift" }
    #expect(names == names.sorted())
    #expect(try files("Commands", except: "Commands.swift") == names)
  }

  @Test func `every table in its folder is in the list`() throws {
    let names = ResultTables.all.map { "\(type(of: $0)).swift" }
    #expect(names == names.sorted())
    #expect(try files("Tables", except: "ResultTables.swift") == names)
    #expect(ResultTables.all.map { "\($0.intent)Table.swift" } == names)
  }

  private func files(_ folder: String, except others: String...) throws -> [String] {
    let path = "\(PackageDirectory.path)/Sources/minuta/\(folder)"
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { !others.contains($0) }.sorted()
  }

  @Test func `the manual lists every intent with its command and summary`() throws {
    let page = try PackageDirectory.text(of: "Sources/minuta/Manual/commands.md")
    for definition in Program(environment: .ofCurrentProcess()).definitions {
      guard let command = definition.command else {
        #expect(page.contains("\n| `\(definition.id)` | "))
        continue
      }
      let usage =
        command.name == "status"
        ? "status"
        : IntentHelp(definition).usage
          .replacing("|", with: "\\|")
      let line = try #require(HelpGroup.of(command.name)).entry.line
      #expect(page.contains("\n| `minuta \(usage)` | `\(definition.id)` | \(line) |\n"))
    }
  }

  @Test func `every command is in one help group, with a short summary`() throws {
    let entries = HelpGroup.all.flatMap(\.entries)
    let intents = Program(environment: .ofCurrentProcess()).definitions.compactMap(\.command?.name)
    let others = Commands.all.map(\.name) + CommandShortcut.names
    #expect(Set(entries.map(\.name)) == Set(intents + others))
    #expect(Set(entries.map(\.name)).count == entries.count)
    #expect(entries.allSatisfy { $0.line.count <= 60 && !$0.examples.isEmpty })
    let topics = Set(ManualTopic.all.map(\.name))
    #expect(HelpGroup.all.allSatisfy { topics.isSuperset(of: $0.topics) })
  }
}
