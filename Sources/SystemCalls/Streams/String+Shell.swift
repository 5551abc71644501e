extension String {
  /// The word as it is written in a shell, with quotes if it needs any.
  package var quotedForShell: String {
    let isPlain = !isEmpty && utf8.allSatisfy(\.isPlainInShell)
    return isPlain ? self : "'\(escaping { $0 == "'" ? #"'\''"# : nil })'"
  }
}

extension UInt8 {
  /// Whether the byte needs no quotes in a word of a shell.
  fileprivate var isPlainInShell: Bool {
    self > 127 || isLetterOrDigit || "-_.:+/,@".utf8.contains(self)
  }
}

extension String {
  /// The words of a name as they are written in a shell, each with quotes if it needs any.
  package var wordsForShell: String {
    split(separator: " ").map { String($0).quotedForShell }.joined(separator: " ")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    self &- UInt8(ascii: "0") < 10 || (self | 0x20) &- UInt8(ascii: "a") < 26
  }
}
