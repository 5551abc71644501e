import SystemCalls

/// The name of an account in hledger and Ledger, such as `Acme:Website`.
struct AccountName {
  let text: String
  /// Whether the name has all characters of the tag.
  let isExact: Bool

  /// Creates the account of a tag with this path.
  init(_ path: [String]) {
    let parts = path.map(Self.component)
    let name = UntaggedName.written(parts).joined(separator: ":")
    text = Self.isVirtual(name) ? "{\(name.dropFirst().dropLast())}" : name
    isExact = parts == path && !Self.isVirtual(name)
  }

  /// Whether a name in brackets means that of an account without them, which needs no balance.
  private static func isVirtual(_ name: String) -> Bool {
    name.hasPrefix("[") && name.hasSuffix("]") || name.hasPrefix("(") && name.hasSuffix(")")
  }

  /// Returns the path of the tag that an account corresponds to.
  static func path(_ account: Substring) -> [String] {
    UntaggedName.read(account.split(separator: ":").map(String.init))
  }

  /// Whether a file can have this text as the name of an account.
  static func isAccount(_ text: String) -> Bool {
    let words = text.replacing(":", with: "-")
    return !words.isEmpty && component(words) == words
  }

  /// Replaces the characters that separate accounts, or an account from the text after it.
  private static func component(_ text: String) -> String {
    let words = text.split { $0.isWhitespace || $0.unicodeScalars.contains(where: isControl) }
    return words.joined(separator: " ").escaping { $0 == ":" ? "-" : $0 == ";" ? "," : nil }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.turnsDirection
  }
}
