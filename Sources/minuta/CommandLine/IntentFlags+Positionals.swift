import IntentKit
import JSONText
import MinutaCore

extension IntentFlags {
  /// Pairs each positional argument with the parameter that it sets.
  ///
  /// Parameters that are set by a flag are skipped. If the last parameter is a list, it takes all
  /// words that are left. After a label, the words that are left are the comment, as in
  /// `minuta start Work +billable fix the login`.
  func parameters(
    ofPositionals words: CommandLineArguments
  ) throws(Failure) -> [(name: String, word: String)] {
    var words = words
    guard let name = definition.command?.text,
      case let text = words.removePositionals(after: positionalCount(words)), !text.isEmpty
    else { return try parameters(of: words) }
    if words.values[name.kebabCased] != nil { throw .duplicateValue("--\(name.kebabCased)") }
    return try parameters(of: words) + [(name, text.joined(separator: " "))]
  }

  /// Returns the number of positional arguments that can still be given.
  private func positionalCount(_ words: CommandLineArguments) -> Int {
    (definition.command?.positional ?? []).count { name in
      words.values[name.kebabCased] == nil && (!isA("duration", name) || wantsDuration(words))
    }
  }

  private func parameters(
    of words: CommandLineArguments
  ) throws(Failure) -> [(name: String, word: String)] {
    let positional = definition.command?.positional ?? []
    let (given, single) = positional.partitioned { words.values[$0.kebabCased] != nil }
    var free = single
    if let last = free.last, definition.properties[last]?["type"] == "array" {
      free += Array(repeating: last, count: max(0, words.positionals.count - free.count))
    } else {
      try words.requireNoPositionals(after: positional.count)
    }
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
    // A duration in place of the tag means that the order is reversed, as in `30m Work`. The other
    // word can't be a duration too.
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

  /// Returns whether a positional argument may be the duration.
  ///
  /// It can't if flags set both the start and the end, because these determine the duration.
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
  /// Returns the elements that satisfy a condition and those that don't, each in order.
  fileprivate func partitioned(by condition: (String) -> Bool) -> (
    with: [String], without: [String]
  ) {
    (filter(condition), filter { !condition($0) })
  }
}
