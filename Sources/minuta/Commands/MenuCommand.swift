import IntentKit
import MinutaDesktop

/// Shows a menu of what can be done now, with the picker.
struct MenuCommand: Command {
  let name = "menu"
  let usage = "menu [COMMAND]"
  let summary = "Choose what to do from a menu"
  let group = "Desktop and editors"
  let examples = ["menu", "menu start"]

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    await program.allDefinitions().map { $0.command?.name ?? $0.id }.sorted()
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    let session = MenuSession(program: program, global: words.global)
    do {
      return try await session.run(
        from: program.environment.isInteractive ? .commandLine : .key
      ) { _ in
        let name = words.positionals.joined(separator: " ")
        if name.isEmpty { return .list(.main) }
        if let list = Self.lists[name] { return .list(list) }
        var definition = program.definition(ofCommand: name)
        if definition == nil {
          definition = try await program.resolve(named: words.positionals).target?.definition
        }
        guard let definition else { throw Failure.unknownCommand(name, near: nil) }
        return .call(IntentCall(definition.id), asking: definition.asked)
      }
    } catch {
      session.notify(of: error)
      throw error
    }
  }

  /// The lists that come instead of a command's own arguments.
  private static let lists: [String: MenuStep.CallList] = ["resume": .recent]
}
