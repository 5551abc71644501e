import Foundation
import IntentKit
import JSONText
import Testing

@Test func `a definition is parsed completely`() throws {
  let echo = try TestDefinitions.echo()
  #expect(echo.id == "Echo")
  #expect(echo.title == "Echo")
  #expect(echo.description == "Says a text again.")
  #expect(echo.summary == "Say {text}")
  #expect(echo.properties.keys == ["text", "times"])
  #expect(echo.result["type"] == "object")
  #expect(echo.effects.readOnly && echo.effects.idempotent)
  #expect(!echo.effects.destructive && !echo.effects.openWorld)
  #expect(echo.errors == ["tooLoud"])
  #expect(echo.sources == [.commandLine, .file])
  #expect(echo.command?.name == "echo")
  #expect(echo.command?.words == ["text"])
  #expect(echo.json == TestDefinitions.json())
}

@Test func `a definition may have no command`() throws {
  var json = try #require(TestDefinitions.json().object)
  json["command"] = nil
  #expect(try IntentDefinition(json: .object(json)).command == nil)
}

@Test func `definitions accept all sources`() throws {
  let names = CallSource.allCases.map { JSONValue.string($0.rawValue) }
  #expect(
    try TestDefinitions.echo("Echo", ["sources": .array(names)]).sources == CallSource.allCases
  )
}

@Test func `a definition survives Foundation's coders, except for the order of its members`()
  throws
{
  let echo = try TestDefinitions.echo()
  let data = try JSONEncoder().encode(echo)
  let decoded = try JSONDecoder().decode(IntentDefinition.self, from: data)
  #expect(decoded.json.normalized == echo.json.normalized)
  #expect(decoded.effects == echo.effects)
  #expect(decoded.sources == echo.sources)
  #expect(decoded.command?.words == echo.command?.words)
}

@Test func `Foundation's decoder rejects an invalid definition`() throws {
  let data = Data(TestDefinitions.json("ping").bytes())
  let error = #expect(throws: Failure.self) {
    try JSONDecoder().decode(IntentDefinition.self, from: data)
  }
  #expect(error?.code == "invalidDefinition")
}
