/// Finds the existing name that is most similar to a misspelled one.
public enum TypoSuggester {
  /// Returns the candidate most similar to a name, or nil if none is similar.
  ///
  /// A name of fewer than three characters matches only a candidate that is equal except for case.
  /// A name of more than 64 characters matches none.
  public static func closest(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    let limit = wanted.count < 3 ? 0 : wanted.count < 6 ? 1 : wanted.count < 10 ? 2 : 3
    guard wanted.count <= 64 else { return nil }
    let ranked = candidates.map { candidate in
      (candidate, distance(wanted, Array(candidate.lowercased().prefix(80))))
    }
    return ranked.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
  }

  /// Returns the edit distance, counting insertions, deletions, replacements and swaps of
  /// neighbors.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, character) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1)
        best = min(best, last[column] + (character == other ? 0 : 1))
        if row > 0, column > 0, character == second[column - 1], first[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}

extension [IntentDefinition] {
  /// Returns the id that a caller may have meant: that of the intent with a command of this name, or
  /// else the most similar id.
  package func closestID(to name: String) -> String? {
    id(ofCommand: name) ?? TypoSuggester.closest(to: name, in: map(\.id))
  }

  /// Returns the id of the intent with a command, such as `StartTimer` for `start`.
  func id(ofCommand name: String) -> String? {
    first { $0.command?.names.contains(name.lowercased()) == true }?.id
  }
}
