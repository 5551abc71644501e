import IntentKit
import JSONText
import MinutaCore

/// Assigns the plain words of a command line to the parameters of an intent.
struct PositionalArguments {
  private let definition: IntentDefinition

  init(_ definition: IntentDefinition) {
    self.definition = definition
  }

  /// The plain words with the parameters that they are values of.
  ///
  /// Parameters that have a flag among the words take none of them.
  func parameters(
    of words: CommandLineArguments
  ) throws(UsageError) -> [(name: String, word: String)] {
    let positional = definition.command?.positional ?? []
    try words.requireNoPositionals(after: positional.count)
    let (given, free) = positional.divided { words.values[$0.kebabCased] != nil }
    if words.positionals.count > free.count, let first = given.first {
      throw .duplicateValue("--\(first.kebabCased)")
    }
    let plain = zip(free, words.positionals).map { (name: $0, word: $1) }
    guard let duration = free.first(where: { isA("duration", $0) }), wantsDuration(words) else {
      return plain
    }
    let misplaced = plain.firstIndex { name, word in
      definition.properties[name]?["x-minuta-entity"] == "tag"
        && DurationFormat.seconds(word) != nil
    }
    guard let misplaced else { return plain }
    // One word more is the tag, unless it could be the duration as well.
    let others = words.positionals.enumerated().filter { $0.offset != misplaced }.map(\.element)
    if let other = others.first(where: { DurationFormat.seconds($0) != nil }) {
      throw .twoDurations(
        words.positionals[misplaced],
        other,
        flag: "--\(plain[misplaced].name.kebabCased)"
      )
    }
    let rest = free.filter { $0 != duration }
    return zip([duration] + rest, [words.positionals[misplaced]] + others).map { ($0, $1) }
  }

  /// Whether the words leave a duration open; a start and an end do not.
  private func wantsDuration(_ words: CommandLineArguments) -> Bool {
    words.values.keys.count { name in
      definition.properties.keys.contains { $0.kebabCased == name && isA("moment", $0) }
    } < 2
  }

  private func isA(_ type: String, _ parameter: String) -> Bool {
    definition.properties[parameter]?["x-minuta-type"]?.string == type
  }
}

extension [String] {
  /// The elements that satisfy a condition, and the others, each in order.
  fileprivate func divided(by condition: (String) -> Bool) -> (with: [String], without: [String]) {
    (filter(condition), filter { !condition($0) })
  }
}
