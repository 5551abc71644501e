/// A flag of a command.
struct Flag {
  enum Kind {
    /// A flag without a value: `--x`, or `--no-x` for false.
    case boolean
    /// A flag with a value: `--x VALUE` or `--x=VALUE`.
    case value
  }

  /// The name without the leading hyphens.
  let name: String
  let kind: Kind
  /// Whether the flag may be repeated.
  var isList = false
  /// The values for which people write a flag, such as `--html` for `--format html`.
  var choices: [String] = []
  /// The parameter of this name, if the program has a flag of the same name; nil for other flags.
  var clashingParameter: String?

  /// The flags with a short form, such as `-m` for `--comment`, in every command that has them.
  ///
  /// No command has two flags with the same letter.
  static let shortNames: [(letter: Character, name: String)] = [
    ("a", "at"), ("m", "comment"), ("m", "month"), ("n", "limit"), ("o", "output"), ("t", "tag"),
    ("w", "week"),
  ]

  /// The letter of the short form; nil if there is none.
  static func shortName(of name: String) -> Character? {
    shortNames.first { $0.name == name }?.letter
  }

  /// Returns the flag with a value; nil if that isn't one of its choices.
  ///
  /// A picture needs a file, whose extension chooses the format.
  func spelling(of choice: String) -> String? {
    if !choices.contains(choice) { return nil }
    return ["pdf", "png"].contains(choice) ? "--output FILE.\(choice)" : "--\(name) \(choice)"
  }
}

extension Flag {
  /// The flags that are probably meant by those of other programs; the first that a command has is suggested.
  private static let synonyms = [
    "--at": ["--start"], "--begin": ["--start", "--at", "--from"], "--date": ["--at", "--from"],
    "--depth": ["--group-by"], "--description": ["--comment"], "--end": ["--at", "--to"],
    "--finish": ["--end", "--at", "--to"], "--force": ["--yes"], "--from": ["--start", "--at"],
    "--label": ["--labels", "--add-label", "--filter"], "--message": ["--comment"],
    "--note": ["--comment"], "--number": ["--limit"], "--since": ["--from", "--start", "--at"],
    "--start": ["--at", "--from"], "--stop": ["--end", "--at"], "--text": ["--comment"],
    "--time": ["--at"], "--to": ["--end", "--at"], "--until": ["--to", "--end", "--at"],
    "-c": ["--comment"], "-d": ["--duration"], "-e": ["--end", "--at", "--to"],
    "-f": ["--from", "--start", "--at"], "-g": ["--group-by"], "-l": ["--limit"],
    "-s": ["--start", "--at", "--from"],
  ]

  /// Returns the flag among `known` that other programs call `flag`; nil if there is none.
  static func synonym(of flag: String, among known: [String]) -> String? {
    synonyms[flag]?.first(where: known.contains)
  }
}

extension String {
  /// The long form of a short flag such as `-m`, or `--group-by` for `--by`, if a command has it.
  ///
  /// A number can follow a short flag at once, as in `-n5`.
  func longFlag(among flags: [Flag]) -> String {
    if self == "--by" || hasPrefix("--by="), flags.contains(where: { $0.name == "group-by" }) {
      return "--group-by\(dropFirst(4))"
    }
    guard hasPrefix("-"), let letter = dropFirst().first,
      let name = Flag.shortNames.first(where: { short in
        short.letter == letter && flags.contains { $0.name == short.name }
      })?.name
    else { return self }
    let rest = dropFirst(2)
    if rest.isEmpty || rest.hasPrefix("=") { return "--\(name)\(rest)" }
    return rest.allSatisfy(\.isNumber) ? "--\(name)=\(rest)" : self
  }

  /// The flags that a word such as `-jq` stands for; nil if it isn't several short flags.
  ///
  /// Only the last one may take a value.
  func shortFlags(among flags: [Flag]) -> [String]? {
    guard utf8.count > 2, utf8.first == UInt8(ascii: "-"), utf8.dropFirst().first != utf8.first
    else { return nil }
    let words = dropFirst().map { "-\($0)" }
    for (index, word) in words.enumerated() where GlobalFlags.longName(of: word) == nil {
      let name = word.longFlag(among: flags)
      guard let flag = flags.first(where: { "--\($0.name)" == name }) else { return nil }
      if flag.kind == .value, index < words.count - 1 { return nil }
    }
    return words
  }

  /// The flag and its value: `--at=-15m` becomes `--at` and `-15m`.
  var splitAtEquals: (name: String, value: String?) {
    guard let equals = firstIndex(of: "=") else { return (self, nil) }
    return (String(self[..<equals]), String(self[index(after: equals)...]))
  }
}
