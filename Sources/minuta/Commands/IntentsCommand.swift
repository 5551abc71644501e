import IntentKit
import JSONText

/// Lists the intents, or describes one.
struct IntentsCommand: Command {
  let name = "intents"
  let usage = "intents [ID]"
  let summary = "List the intents, or describe one"
  let group = "Automation"
  let examples = ["intents", "intents LogTime"]

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    await program.allDefinitions().map(\.id)
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let console = Console(program.environment)
    guard let id = words.positionals.first else {
      try list(await program.allDefinitions(), console, wantsJSON: words.global.wantsJSON)
      await program.warnAboutSkippedDefinitions(console)
      return 0
    }
    guard let definition = try await program.definition(of: id) else {
      let near = await program.allDefinitions().closestID(to: id)
      throw Failure.unknownIntent(id, near: near)
    }
    if words.global.wantsJSON {
      try console.print(definition.json.text())
    } else {
      try HelpPrinter(program).show(definition)
    }
    return 0
  }

  private func list(
    _ definitions: [IntentDefinition],
    _ console: Console,
    wantsJSON: Bool
  ) throws(Console.WriteError) {
    if wantsJSON {
      return try console.print(JSONValue.array(definitions.map(\.json)).text())
    }
    let rows = definitions.map { definition in
      [
        Table.Cell(text: definition.id), Table.Cell(text: definition.command?.name ?? ""),
        Table.Cell(text: definition.description, leastWidth: 10),
      ]
    }
    try console.print(lines: Table(rows: rows).lines(console))
  }
}
