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
      for name in [rows.text, rows.warning, rows.remaining].compactMap(\.self) {
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
        : IntentHelp(definition).usage(command)
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
