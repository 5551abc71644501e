import IntentKit

/// Finds an intent by its short command or its id.
struct IntentResolver {
  private let word: String
  /// More words to consider for "did you mean" suggestions.
  private let others: [String]

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - word: the short command or the id.
  ///   - others: more words to suggest for a mistyped one.
  init(_ word: String, near others: [String] = []) {
    self.word = word
    self.others = others
  }

  /// Calls the intent with the remaining words.
  ///
  /// - Returns: The exit code.
  func run(
    _ words: some Sequence<String>,
    _ global: GlobalFlags,
    _ program: Program
  ) async throws -> Int32 {
    let definition = try await definition(in: program)
    return try await IntentInvocation(definition).run(words, global, program)
  }

  private func definition(in program: Program) async throws -> IntentDefinition {
    if let named = program.definition(ofCommand: word) { return named }
    if let definition = try await program.definition(of: word) { return definition }
    let definitions = program.definitions
    let known =
      Commands.all.map(\.name) + definitions.compactMap(\.command?.name) + definitions.map(\.id)
      + program.workflows.ids() + others
    throw UsageError.unknownCommand(word, near: TypoSuggester.closest(to: word, in: known))
  }
}
