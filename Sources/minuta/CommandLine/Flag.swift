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
  /// Whether `--no-x` sets false, which is needed only where the default is true.
  var allowsNo = false
  /// The parameter that the flag sets, whose exact name works as well; nil for flags of commands.
  var parameter: String?

  /// Former names of the parameter, which work as well.
  var aliases: [String] = []
  /// Whether the program has a flag of the same name, so that `--with` sets the parameter.
  var clashes = false

  /// The flag and its value in help, such as `-w, --week` or `--from DAY`; empty for a parameter.
  var usage = ""
  /// The sentence about the flag in help; empty for a parameter.
  var help = ""

  /// The name under which the values of the flag are found.
  var key: String { parameter ?? name }

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
}

extension Flag {
  /// Creates a flag of a command from its help, in which a word after the name stands for its value.
  init(_ usage: String, _ help: String, isList: Bool = false) {
    let words = usage.split(separator: " ").drop { !$0.hasPrefix("--") }
    let name = String((words.first ?? "").dropFirst(2))
    self.init(name: name, kind: words.count > 1 ? .value : .boolean, isList: isList)
    (self.usage, self.help) = (usage, help)
  }
}

extension [Flag] {
  /// Returns the flag that a word such as `--group-by` or `--no-color` names, and the value of a
  /// negated one; nil if there is none.
  ///
  /// The exact name of a parameter comes first, as two can have flags that are spelled alike.
  func flag(_ word: String) -> (flag: Flag, isNegated: Bool)? {
    guard word.hasPrefix("--") else { return nil }
    let name = word.dropFirst(2)
    if let flag = first(where: { $0.parameter.map { $0 == name } == true })
      ?? first(where: { $0.name == name || $0.aliases.contains { $0.kebabCased == name } })
    {
      return (flag, false)
    }
    guard name.hasPrefix("no-") else { return nil }
    return first { $0.allowsNo && $0.name == name.dropFirst(3) }.map { ($0, true) }
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
  /// The long form of a short flag such as `-m`, if a command has it.
  ///
  /// A number can follow a short flag at once, as in `-n5`.
  func longFlag(among flags: [Flag]) -> String {
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
