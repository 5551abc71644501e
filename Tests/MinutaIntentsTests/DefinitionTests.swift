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
    .filter { $0 != "README.md" }
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
      let definition = try IntentDefinition(json: JSONValue(parsing: bytes))
      #expect(definition.id == name)
      #expect(try PackageDirectory.text(of: "Intents/\(name).json").utf8.elementsEqual(bytes))
      #expect(names.contains("\(name)Intent.swift"))
    }
  }

  @Test func `every command belongs to one intent`() throws {
    let commands = try BuiltInIntents.all.compactMap { intent in
      try IntentDefinition(json: JSONValue(parsing: intent.definition)).command?.name
    }
    #expect(Set(commands).count == commands.count)
  }

  @Test func `every resource URI belongs to one intent`() throws {
    let stems = try BuiltInIntents.all.flatMap { intent in
      try IntentDefinition(json: JSONValue(parsing: intent.definition)).resources.map(\.uriPrefix)
    }
    #expect(Set(stems).count == stems.count)
    #expect(stems.count == 7)
  }

  @Test(arguments: BuiltInIntents.all.map { $0.id })
  func `a definition can be encoded and decoded`(name: String) throws {
    let text = try PackageDirectory.text(of: "Intents/\(name).json")
    let definition = try JSONDecoder().decode(IntentDefinition.self, from: Data(text.utf8))
    let again = try JSONDecoder().decode(
      IntentDefinition.self,
      from: JSONEncoder().encode(definition)
    )
    #expect(again.id == name)
    #expect(again.sources == definition.sources)
    #expect(Set(again.properties.keys) == Set(definition.properties.keys))
  }
}
