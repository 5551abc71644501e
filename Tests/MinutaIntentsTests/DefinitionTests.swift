import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct DefinitionTests {
  @Test func `every file in Intents is an intent of the list, and the other way round`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: PackageDirectory.path + "/Intents"
    )
    .filter { $0 != "README.md" }
    let builtIn = BuiltInIntents.all.map { ($0.id, $0.definition, "") }
    let outside = SystemIntentTypes.all.map { ($0.id, $0.definition, "Outside/") }
    for list in [builtIn, outside] { #expect(list.map(\.0) == list.map(\.0).sorted()) }
    #expect(files.sorted() == (builtIn + outside).map { $0.0 + ".json" }.sorted())
    for (name, bytes, folder) in builtIn + outside {
      let definition = try IntentDefinition(json: JSONValue(parsing: bytes))
      #expect(definition.id == name)
      #expect(try PackageDirectory.text(of: "Intents/\(name).json").utf8.elementsEqual(bytes))
      let source = "Sources/MinutaIntents/\(folder)\(name).swift"
      #expect(throws: Never.self) { try PackageDirectory.text(of: source) }
    }
  }

  @Test func `no two intents have one command`() throws {
    let commands = try BuiltInIntents.all.compactMap { intent in
      try IntentDefinition(json: JSONValue(parsing: intent.definition)).command?.name
    }
    #expect(Set(commands).count == commands.count)
  }

  @Test func `no two intents have one URI`() throws {
    let stems = try BuiltInIntents.all.flatMap { intent in
      try IntentDefinition(json: JSONValue(parsing: intent.definition)).resources.map(\.uriPrefix)
    }
    #expect(Set(stems).count == stems.count)
    #expect(stems.count == 7)
  }

  @Test(arguments: BuiltInIntents.all.map { $0.id })
  func `a definition goes through any coder and comes back`(name: String) throws {
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
