/// The words of a filter, from front to back.
struct FilterTokenizer {
  struct Token {
    /// As it was typed.
    var text = ""
    /// Where it begins, in characters from 0.
    let place: Int
    /// What stands before the mark.
    var name = ""
    /// `:`, `<`, `<=`, `=`, `>=` or `>`.
    var mark: String?
    /// What stands after the mark, without quotes.
    var value = ""
    var error: FilterSyntaxError.Kind?

    func `is`(_ word: String) -> Bool { text == word }
  }

  private let characters: [Character]
  private var position = 0
  private(set) var next: Token?

  init(_ text: String) {
    characters = Array(text)
    advance()
  }

  var length: Int { characters.count }

  /// Steps over a word, where it is the next.
  mutating func consume(_ word: String) -> Bool {
    guard let next, next.is(word) else { return false }
    advance()
    return true
  }

  /// Reads the next word.
  mutating func advance() {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    guard position < characters.count else {
      next = nil
      return
    }
    var word = Token(place: position)
    if "()".contains(characters[position]) {
      position += 1
    } else {
      readName(&word)
      readMark(&word)
      if word.mark != nil { readValue(&word) }
    }
    // What can begin no word is one of its own, so that there is always a step.
    if position == word.place { position += 1 }
    word.text = String(characters[word.place..<position])
    next = word
  }

  private mutating func readName(_ word: inout Token) {
    while position < characters.count, !isEnd, !Self.marks.contains(characters[position]) {
      word.name.append(characters[position])
      position += 1
    }
  }

  private static let marks: Set<Character> = [":", "<", "=", ">"]

  private var isEnd: Bool {
    characters[position].isWhitespace || "()\"".contains(characters[position])
  }

  private mutating func readMark(_ word: inout Token) {
    guard position < characters.count, Self.marks.contains(characters[position]) else { return }
    var mark = String(characters[position])
    position += 1
    if "<>".contains(mark), position < characters.count, characters[position] == "=" {
      mark += "="
      position += 1
    }
    word.mark = mark
  }

  private mutating func readValue(_ word: inout Token) {
    guard position < characters.count, characters[position] == "\"" else {
      while position < characters.count, !isEnd {
        word.value.append(characters[position])
        position += 1
      }
      return
    }
    position += 1
    while position < characters.count, characters[position] != "\"" {
      if characters[position] == "\\", position + 1 < characters.count { position += 1 }
      word.value.append(characters[position])
      position += 1
    }
    if position == characters.count { word.error = .openQuote } else { position += 1 }
  }
}
