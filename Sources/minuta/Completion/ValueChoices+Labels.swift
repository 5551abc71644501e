import MinutaCore
import MinutaIntents

extension ValueChoices {
  /// The number of records whose labels are offered, because reading all comments would take longer.
  private static let recordCount = 500

  /// Returns labels such as `client=Acme` after the mark with which a word begins, if it does.
  ///
  /// - Parameter word: the beginning of the label.
  func labels(for word: String) async -> [String] {
    let mark = Self.mark(of: word)
    return await labelTexts { [$0.key, $0.value].compactMap(\.self).joined(separator: "=") }
      .map { mark + $0 }
  }

  /// Returns the keys of labels, such as `+client`, after the mark with which a word begins.
  func labelKeys(for word: String) async -> [String] {
    let mark = Self.mark(of: word)
    return await labelTexts(\.key).map { (mark.isEmpty ? "+" : mark) + $0 }
  }

  /// Returns filters that begin with a text and end in a condition.
  ///
  /// - Parameter text: the beginning of the filter, such as `tag:Work and +cl`.
  func filters(for text: String) async -> [String] {
    let last = text.lastIndex { $0 == " " || $0 == "(" }
    let start = last.map { text.index(after: $0) } ?? text.startIndex
    let word = String(text[start...])
    var found: [String] = []
    if word.isEmpty || !Self.mark(of: word).isEmpty {
      found += await labels(for: word.isEmpty ? "+" : word)
    }
    if Self.mark(of: word).isEmpty {
      found += start == text.startIndex ? [] : ["and", "or"]
      found += ["not"] + FilterParser.words
      found += RangePhrase.commonWords.map { "in:\($0)" }
      // Names with a space would need quotes inside of those of the shell.
      let tags = await tags()
      found += tags.filter { !$0.contains(" ") }.map { "tag:\($0)" }
    }
    return found.map { text[..<start] + $0 }
  }

  /// Returns the mark with which a word begins; an empty text if there is none.
  static func mark(of word: String) -> String {
    word.unicodeScalars.first.flatMap { Label.marks.contains($0) ? String($0) : nil } ?? ""
  }

  /// Returns the texts of the labels of recent records, the most frequent first.
  private func labelTexts(_ text: (Label) -> String) async -> [String] {
    let records = await recentRecords(atLeast: Self.recordCount)
    var counts: [String: Int] = [:]
    for record in records {
      for text in Set(Label.all(in: record.comment).map(text)) { counts[text, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
