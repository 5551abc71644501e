/// Splits a filter into tokens.
struct FilterTokenizer {
  struct Token {
    /// The token as typed.
    var text = ""
    /// The start position, in characters from 0.
    let place: Int
    /// The text before the operator.
    var name = ""
    /// The operator: `:`, `<`, `<=`, `=`, `>=` or `>`.
    var mark: String?
    /// The text after the operator, without quotes.
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

  /// Consumes the next token if it is `word`.
  mutating func consume(_ word: String) -> Bool {
    guard let next, next.is(word) else { return false }
    advance()
    return true
  }

  /// Reads the next token.
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
    // A character that can't start a token becomes a token of its own, so the tokenizer always
    // advances.
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
