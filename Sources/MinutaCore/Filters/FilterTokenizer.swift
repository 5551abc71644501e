/// Splits the text of a filter into tokens: conditions, `and`, `or`, `not` and parentheses.
struct FilterTokenizer {
  struct Token {
    /// The entire token as the user typed it.
    var text = ""
    /// The position of the token's first character in the filter, counted from 0.
    let place: Int
    /// The part of the token before the operator, such as `tag` in `tag:Work`.
    var name = ""
    /// The operator in the token, if any: `:`, `<`, `<=`, `=`, `>=`, `>`, or `:=` after `tag`.
    var mark: String?
    /// The part of the token after the operator, without quotes, such as `Work` in `tag:Work`.
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

  /// Moves to the next token and stores it in `next`, or nil at the end.
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
    // A character that can't start a token becomes a token of its own. Otherwise the tokenizer
    // would never get past it.
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
    let canBeLonger = "<>".contains(mark) || word.name == "tag"
    if canBeLonger, position < characters.count, characters[position] == "=" {
      mark += "="
      position += 1
    }
    word.mark = mark
  }

  private mutating func readValue(_ word: inout Token) {
    // In a label, a value may also have single quotes, as in a comment.
    let quotes: [Character] = word.isLabel ? ["\"", "'"] : ["\""]
    guard position < characters.count, case let quote = characters[position], quotes.contains(quote)
    else {
      while position < characters.count, !isEnd {
        word.value.append(characters[position])
        position += 1
      }
      return
    }
    position += 1
    while position < characters.count, characters[position] != quote {
      let isEscape = characters[position] == "\\" && !word.isLabel
      if isEscape, position + 1 < characters.count { position += 1 }
      word.value.append(characters[position])
      position += 1
    }
    if word.isLabel { word.value = Label.unescaped(word.value.unicodeScalars[...]) }
    if position == characters.count { word.error = .openQuote } else { position += 1 }
  }
}
