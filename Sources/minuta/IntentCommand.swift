import IntentKit

/// An intent asked for by its short command or its id.
struct IntentCommand {
  private let word: String

  /// - Parameter word: what stands for the intent.
  init(_ word: String) {
    self.word = word
  }

  /// Asks for the intent with the words after it.
  ///
  /// - Returns: The exit code.
  func run(
    _ words: some Sequence<String>,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let definition = try await definition(in: program)
    return try await AskedIntent(definition).run(words, global, program)
  }

  private func definition(in program: Program) async throws -> IntentDefinition {
    if let named = program.definition(ofCommand: word) { return named }
    if let definition = try await program.definition(of: word) { return definition }
    let definitions = program.definitions
    let known =
      Commands.all.map(\.name) + definitions.compactMap(\.command?.name) + definitions.map(\.id)
      + program.workflows.ids()
    throw UsageError.unknownCommand(word, near: NearMiss.of(word, in: known))
  }
}
