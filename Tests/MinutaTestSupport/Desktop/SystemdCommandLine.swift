/// A command line as `systemd-analyze verify` prints it when it logs debug messages.
///
/// A word with special characters is in double quotes, with escapes as in C, and `$$` in a word
/// stands for one `$`.
package enum SystemdCommandLine {
  /// Returns the words that systemd passes to the program.
  package static func words(_ line: some StringProtocol) -> [String] {
    var words: [String] = []
    var rest = Substring(line)[...]
    while !rest.drop(while: { $0 == " " }).isEmpty {
      rest = rest.drop { $0 == " " }
      words.append(word(&rest).replacing("$$", with: "$"))
    }
    return words
  }

  private static func word(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let word = rest.prefix { $0 != " " }
      rest = rest.dropFirst(word.count)
      return String(word)
    }
    rest.removeFirst()
    var scalars = String.UnicodeScalarView()
    while let scalar = rest.unicodeScalars.popFirst(), scalar != "\"" {
      scalars.append(scalar == "\\" ? escaped(&rest) : scalar)
    }
    return String(scalars)
  }

  /// Removes the rest of an escape, which names no character beyond ASCII, and returns its meaning.
  private static func escaped(_ rest: inout Substring) -> Unicode.Scalar {
    let digits = rest.prefix(3)
    if digits.count == 3, let number = UInt8(digits, radix: 8) {
      rest = rest.dropFirst(3)
      return Unicode.Scalar(number)
    }
    switch rest.unicodeScalars.removeFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case let other: return other
    }
  }
}
