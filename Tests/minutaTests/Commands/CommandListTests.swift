import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import minuta

@Suite struct CommandListTests {
  @Test func `every command in its folder is in the list`() throws {
    let names = Commands.all.map { "\(type(of: $0)).swift" }
    #expect(names == names.sorted())
    #expect(try files("Commands", except: "Commands.swift") == names)
  }

  @Test func `every drawing in its folder is in the list, and an intent has it as its view`() throws
  {
    let names = ResultViews.all.map { "\(type(of: $0))".replacing(".Type", with: ".swift") }
    #expect(names == names.sorted())
    #expect(try files("Tables", except: "ResultView.swift") == names)
    let views = Program(environment: .ofCurrentProcess()).definitions.compactMap { $0.rows?.view }
    #expect(views.sorted() == ResultViews.all.map { $0.name })
  }

  @Test func `rows and columns name members of the result`() throws {
    for definition in Program(environment: .ofCurrentProcess()).definitions {
      guard let rows = definition.rows else { continue }
      let result = JSONValue.object(definition.result)
      for name in [rows.text, rows.remaining].compactMap(\.self) {
        #expect(result["properties"]?[name] != nil, "\(definition.id): \(name)")
      }
      for table in [rows] + (rows.tables ?? []) { check(table, in: result, definition.id) }
    }
  }

  private func check(_ rows: IntentDefinition.Rows, in schema: JSONValue, _ id: String) {
    func part(_ path: String, in schema: JSONValue?) -> JSONValue? {
      path.split(separator: ".").reduce(schema) { $0?["properties"]?[String($1)] }
    }
    let list = rows.member.map { part($0, in: schema) } ?? schema
    let row = list?["items"] ?? list ?? .null
    for column in rows.columns ?? [] {
      let braces = column.text?.matches(of: /{([^}]*)}/).map { String($0.1) } ?? []
      for path in braces + [column.field, column.after, column.needs].compactMap(\.self) {
        #expect(part(path, in: row) != nil, "\(id): \(path)")
      }
    }
    for inner in rows.inner ?? [] { check(inner, in: row, id) }
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
