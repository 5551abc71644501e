import IntentKit
import JSONText

/// Lists the intents, or describes one.
struct IntentsCommand: Command {
  let name = "intents"
  let usage = "intents [ID]"
  let summary = "List the intents, or describe one"

  func run(_ words: CommandLineWords, _ program: Program) async throws -> Int32 {
    try words.noWords(after: 1)
    let console = Console(program.surroundings)
    guard let id = words.plain.first else {
      try list(await program.allDefinitions(), console, wantsJSON: words.global.wantsJSON)
      await program.noteSkippedDefinitions(console)
      return 0
    }
    guard let definition = try await program.definition(of: id) else {
      let ids = await program.allDefinitions().map(\.id)
      throw IntentError.unknownIntent(id, near: NearMiss.of(id, in: ids))
    }
    if words.global.wantsJSON {
      try console.print(definition.json.text())
    } else {
      try HelpPage(program.surroundings).show(definition)
    }
    return 0
  }

  private func list(
    _ definitions: [IntentDefinition],
    _ console: Console,
    wantsJSON: Bool
  ) throws(Console.Closed) {
    if wantsJSON {
      return try console.print(JSONValue.array(definitions.map(\.json)).text())
    }
    let rows = definitions.map { definition in
      [definition.id, definition.command?.name ?? "", definition.description]
        .map { Table.Cell(text: $0) }
    }
    try console.print(lines: Table(rows: rows).lines(console))
  }
}
