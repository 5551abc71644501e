import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct DefinitionTests {
  @Test func `the files in Intents match the built-in intents`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Intents"
    )
    .filter { !["README.md", "schemas.json"].contains($0) }
    let builtIn = BuiltInIntents.all.map { ($0.id, $0.definition) }
    let system = SystemIntentRegistry.all.map { ($0.id, $0.definition) }
    for list in [builtIn, system] { #expect(list.map(\.0) == list.map(\.0).sorted()) }
    #expect(files.sorted() == (builtIn + system).map { $0.0 + ".json" }.sorted())
    let sources = FileManager.default.enumerator(
      atPath: PackageDirectory.path + "/Sources/MinutaIntents"
    )
    let names = (sources?.compactMap { $0 as? String } ?? []).map { path in
      path.split(separator: "/").last.map(String.init) ?? path
    }
    for (name, bytes) in builtIn + system {
      #expect(try JSONValue(parsing: bytes)["id"]?.string == name)
      #expect(try PackageDirectory.text(of: "Intents/\(name).json").utf8.elementsEqual(bytes))
      #expect(names.contains("\(name)Intent.swift"))
    }
  }

  @Test(arguments: [SystemIntentRegistry.definitions, BuiltInIntentCatalog().definitions].joined())
  func `a definition with its shared schemas is valid`(definition: IntentDefinition) throws {
    let valid = try IntentDefinition(json: definition.json)
    #expect(valid.json == definition.json && valid.result == definition.result)
    #expect(!definition.json.text().contains("$ref"))
  }

  @Test func `a record has the same schema in all results`() throws {
    let catalog = BuiltInIntentCatalog()
    let started = catalog.definition(of: "StartTimer")?.result["properties"]?["record"]
    let stopped = catalog.definition(of: "StopTimer")?.result["properties"]?["records"]?["items"]
    #expect(started?["properties"]?["tag"]?["required"] == ["id"])
    #expect(stopped?["properties"] == started?["properties"])
    let required = try #require(stopped?["required"]?.array)
    #expect(required.filter { $0 != "endTime" } == started?["required"]?.array)
    #expect(required.contains("endTime"))
  }

  @Test func `every command belongs to one intent`() throws {
    let commands = BuiltInIntentCatalog().definitions.compactMap { $0.command?.name }
    #expect(Set(commands).count == commands.count)
  }

  @Test func `every resource URI belongs to one intent`() throws {
    let stems = BuiltInIntentCatalog().definitions.flatMap { $0.resources.map(\.uriPrefix) }
    #expect(Set(stems).count == stems.count)
    #expect(stems.count == 8)
  }

  @Test(arguments: BuiltInIntentCatalog().definitions)
  func `a definition can be encoded and decoded`(definition: IntentDefinition) throws {
    let again = try JSONDecoder().decode(
      IntentDefinition.self,
      from: JSONEncoder().encode(definition)
    )
    #expect(again.id == definition.id)
    #expect(again.sources == definition.sources)
    #expect(Set(again.properties.keys) == Set(definition.properties.keys))
  }
}
