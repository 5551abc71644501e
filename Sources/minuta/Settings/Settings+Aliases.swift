import IntentKit
import JSONText

extension Settings {
  /// The words that each alias stands for, by the name of the alias.
  var aliases: [String: [String]] {
    (json["aliases"]?.object?.withoutComment.members ?? []).reduce(into: [:]) { aliases, member in
      aliases[member.key] = member.value.string.flatMap { $0.shellWords }
    }
  }
}

extension String {
  /// The words of a command line, which may have single or double quotes, and backslashes outside of
  /// them, as in a shell.
  ///
  /// Nil if a quote isn't closed.
  var shellWords: [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in self {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if quote == nil, character == "\\" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        words += [word].compactMap(\.self)
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return quote == nil && !isEscaped ? words + [word].compactMap(\.self) : nil
  }
}
