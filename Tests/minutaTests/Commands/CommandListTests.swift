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

  private let program = Program(environment: .ofCurrentProcess())

  @Test func `every command is in one help group, with a short line and examples`() throws {
    let commands = CommandHelp.all(program.definitions)
    #expect(Set(commands.map(\.name)).count == commands.count)
    let groups = CommandHelp.groups.map(\.title)
    for command in commands {
      #expect(groups.contains(command.group) && command.line.count <= 60, "\(command)")
      #expect((1...3).contains(command.examples.count), "\(command)")
      let isNamed = command.examples.allSatisfy { "\($0) ".hasPrefix("\(command.name) ") }
      #expect(isNamed, "\(command)")
    }
    let topics = Set(ManualTopic.all.map(\.name))
    #expect(CommandHelp.groups.allSatisfy { topics.isSuperset(of: $0.topics) })
  }

  @Test func `every intent is found by its command and by each synonym, which no other has`() {
    var words = Commands.all.flatMap { [$0.name] + $0.synonyms }
    for definition in program.definitions {
      guard let command = definition.command else { continue }
      #expect(program.definition(ofCommand: command.name)?.id == definition.id)
      for synonym in command.synonyms {
        let expansion = program.expansion(ofSynonym: synonym.name, before: [])
        #expect(expansion?.command.joined(separator: " ") == command.name)
      }
      words += (words.contains(command.name) ? [] : [command.name]) + command.synonyms.map(\.name)
    }
    #expect(Set(words).count == words.count)
  }
}
