import IntentKit
import MinutaCore

/// A word that stands for a command, perhaps with arguments.
///
/// A command, an intent, a workflow or a user's alias of the same name takes precedence, unless help
/// lists the word.
struct CommandSynonym {
  private let command: String
  private let synonym: IntentDefinition.Synonym?

  /// Finds the command for which a word stands; nil if there is none.
  init?(_ word: String, in program: Program) {
    let syntax = program.definition(ofSynonym: word)?.command
    let other = Commands.all.first { $0.synonyms.contains(word) }
    guard let name = syntax?.name ?? other?.name else { return nil }
    command = name
    synonym = syntax?.synonyms.first { $0.word == word }
  }

  /// Whether the word stands for a command with arguments.
  var hasArguments: Bool { synonym?.arguments.isEmpty == false }

  /// Whether help lists the word like a command.
  var isListed: Bool { synonym?.help != nil }

  /// Returns the words of the command line for which the word stands.
  ///
  /// - Parameter rest: the words after it. In `week last` and `week 47`, the word is a part of the
  ///   range as well.
  func words(before rest: ArraySlice<String>) -> [String] {
    var words = command.split(separator: " ").map(String.init)
    guard let synonym, hasArguments else { return words }
    words += synonym.arguments
    guard let next = rest.first, TimeGrammar.rangeLength(in: rest) == nil else { return words }
    return RangePhrase("\(synonym.word) \(next)") == nil ? words : words + [synonym.word]
  }

  /// Returns all words that stand for a command.
  static func words(in program: Program) -> [String] {
    program.definitions.flatMap { $0.command?.synonyms ?? [] }.map(\.word)
      + Commands.all.flatMap(\.synonyms)
  }
}
