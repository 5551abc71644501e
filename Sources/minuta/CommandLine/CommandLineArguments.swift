import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// A command line, parsed from left to right into positional arguments and flags.
///
/// The flags of a command are known only after its name, so the words are parsed in steps.
struct CommandLineArguments {
  private(set) var positionals: [String] = []
  /// The labels, which are words such as `+billable`, without the first character.
  private(set) var labels: [String] = []
  /// The number of positional arguments before the first label; nil if there is no label.
  private(set) var positionalsBeforeLabel: Int?
  /// The number of positional arguments after `--`, which are never read as times.
  private(set) var literalCount = 0
  /// The values of each flag by the flag's name, in the order given.
  private(set) var values: [String: [String]] = [:]
  /// The number of positional arguments before each flag with a value, in the order given.
  private(set) var places: [(flag: String, index: Int)] = []
  private(set) var booleans: [String: Bool] = [:]
  private(set) var global = GlobalFlags()
  /// The word with which the command line began, if it stands for a command with arguments, as `week` does.
  private(set) var shortcut: String?
  /// The words that are still to be parsed; empty if all words were parsed.
  private(set) var rest: ArraySlice<String>

  /// Creates a command line of which nothing has been parsed.
  init(_ words: [String]) {
    rest = words[...]
  }

  /// Parses the words up to the next positional argument, and leaves the others in `rest`.
  ///
  /// - Parameter flags: The command's flags. If they precede the argument, they stay in `rest`.
  mutating func parseFirstPositional(leaving flags: [Flag] = []) throws(Failure) {
    var before: [String] = []
    while positionals.isEmpty, let word = rest.popFirst() {
      if word == "--", let next = rest.popFirst() {
        positionals.append(next)
      } else if !word.hasPrefix("-") || word == "-" {
        positionals.append(word)
      } else if try !global.take(word, &rest) {
        let name = word.longFlag(among: flags).splitAtEquals.name
        guard let flag = flags.first(where: { "--\($0.name)" == name }) else {
          let known = GlobalFlags.names + flags.map { "--\($0.name)" }
          let near = ["-V", "-v"].contains(word) ? "--version" : nil
          throw .unknownFlag(word, near: near ?? TypoSuggester.closest(to: word, in: known))
        }
        before.append(word)
        if flag.kind == .value, word.splitAtEquals.value == nil {
          before += [rest.popFirst()].compactMap(\.self)
        }
      }
    }
    rest = (before + rest)[...]
  }

  /// The word after a flag such as `--json` that is still to be parsed; nil if there is none.
  var wordAfterForm: String? {
    for index in rest.indices.dropLast() where ResultForm(flag: rest[index]) != nil {
      let word = rest[index + 1]
      return word.hasPrefix("-") ? nil : word
    }
    return nil
  }

  /// Inserts words before those that are still to be parsed.
  ///
  /// - Parameter shortcut: the word that stands for a command with arguments; nil for other words.
  mutating func insert(_ words: [String], for shortcut: String? = nil) {
    rest = (words + rest)[...]
    self.shortcut = self.shortcut ?? shortcut
  }

  /// Inserts a positional argument before all others.
  mutating func insertPositional(_ word: String) { positionals.insert(word, at: 0) }

  /// Removes the next of the words that are still to be parsed.
  mutating func dropFirst() { rest.removeFirst() }

  /// Removes the last of the words that are still to be parsed if it is a flag whose value is to follow.
  mutating func dropOpenFlag(among flags: [Flag]) {
    let name = rest.last?.longFlag(among: flags)
    if flags.contains(where: { "--\($0.name)" == name && $0.kind == .value }) { rest.removeLast() }
  }

  /// Removes the first positional argument and returns it; nil if none was parsed.
  mutating func removeFirstPositional() -> String? {
    positionals.isEmpty ? nil : positionals.removeFirst()
  }

  /// Parses all words that are left with the flags of an intent.
  ///
  /// - Parameter rows: the rows of the command's results, whose fields `--json` can select; nil if
  ///   they aren't lists.
  mutating func parse(_ flags: IntentFlags, rows: ResultRows? = nil) throws(Failure) {
    try parse(
      flags: flags.flags,
      acceptsRelativeTimes: flags.acceptsRelativeTimes,
      acceptsLabels: flags.acceptsLabels,
      labelsFollowFilter: flags.labelsFollowFilter,
      groupsByLabels: flags.groupsByLabels,
      rows: rows
    )
  }

  /// Parses all words that are left.
  ///
  /// A flag with a value consumes the next word, unless that is a flag. All words after `--` are
  /// positional.
  ///
  /// - Parameters:
  ///   - acceptsRelativeTimes: whether a word such as `-15m` is an argument, not a flag.
  ///   - acceptsLabels: whether a word such as `+billable` is a label, not an argument.
  ///   - labelsFollowFilter: whether a label before the first argument is an argument, as a filter is.
  ///   - groupsByLabels: whether a label after `by` is an argument, as in `summary by +client`.
  ///   - rows: the rows of the command's results, whose fields `--json` can select; nil if they
  ///     aren't lists.
  mutating func parse(
    flags: [Flag],
    acceptsRelativeTimes: Bool = false,
    acceptsLabels: Bool = false,
    labelsFollowFilter: Bool = false,
    groupsByLabels: Bool = false,
    rows: ResultRows? = nil
  ) throws(Failure) {
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        literalCount = rest.count
        rest = []
      } else if acceptsLabels, word.isLabel, word.hasPrefix("+") || labels.isEmpty,
        !labelsFollowFilter || !positionals.isEmpty,
        !groupsByLabels || positionals.last?.isBeforeDimension != true
      {
        // After a label, `#login` is a word of the comment, where it is a label as well.
        labels.append(String(word.dropFirst()))
        positionalsBeforeLabel = positionalsBeforeLabel ?? positionals.count
      } else if !word.hasPrefix("-") || word == "-"
        || acceptsRelativeTimes && word.isNegativeDuration
      {
        positionals.append(word)
      } else if try !global.take(word, &rest, beside: flags, rows) {
        try take(word, flags)
      }
    }
    if rows == nil, global.form == .csv,
      let near = flags.lazy.compactMap({ $0.spelling(of: "csv") }).first
    {
      throw .unknownFlag("--csv", near: near)
    }
    try global.checkFields(of: rows)
  }

  /// Makes a positional argument the value of a flag.
  mutating func setFlag(_ name: String, toPositionalAt index: Int) {
    values[name, default: []].append(positionals.remove(at: index))
  }

  private mutating func take(_ word: String, _ flags: [Flag]) throws(Failure) {
    let (flagText, attachedValue) = word.longFlag(among: flags).splitAtEquals
    let name = String(flagText.drop { $0 == "-" })
    if let flag = flags.first(where: { $0.name == name }), flagText.hasPrefix("--") {
      switch flag.kind {
      case .value:
        let value = try rest.popValue(attachedValue, of: flagText, beside: flags)
        if values[name] != nil, !flag.isList { throw .duplicateValue(flagText) }
        places.append((name, positionals.count))
        values[name, default: []].append(value)
      case .boolean:
        if attachedValue != nil { throw .flagWithValue(flagText) }
        booleans[name] = true
      }
    } else if flagText.hasPrefix("--"),
      let flag = flags.first(where: { "no-\($0.name)" == name && $0.kind == .boolean })
    {
      if attachedValue != nil { throw .flagWithValue(flagText) }
      booleans[flag.name] = false
    } else {
      let known = flags.map { "--\($0.name)" } + GlobalFlags.names
      let near =
        flags.lazy.compactMap { $0.spelling(of: name) }.first
        ?? (DurationFormat.Style(rawValue: name) == nil ? nil : "--format \(name)")
        ?? Flag.synonym(of: flagText, among: known)
      throw .unknownFlag(flagText, near: near ?? TypoSuggester.closest(to: flagText, in: known))
    }
  }

  /// Returns the command line with `--tag` instead of positional arguments, and of a preposition that
  /// leads to them, as in `2h on Work` and `switch to Work`.
  func settingTag(toPositionals range: Range<Int>) -> CommandLineArguments {
    var other = self
    other.values["tag"] = [positionals[range].text]
    let start = range.lowerBound
    let isAfterTo = start == 1 && positionals[0].lowercased() == "to"
    let hasPreposition = isAfterTo || start > 1 && positionals[start - 1].isPrepositionOfTag
    let removed = (hasPreposition ? start - 1 : start)..<range.upperBound
    other.positionals.removeSubrange(removed)
    other.positionalsBeforeLabel = positionalsBeforeLabel.map {
      $0 - removed.clamped(to: 0..<$0).count
    }
    return other
  }

  /// Returns the only positional argument.
  ///
  /// - Throws: `Failure` if there is none or more than one.
  func singlePositional(_ noun: String) throws(Failure) -> String {
    guard let word = positionals.first else { throw .missingArgument(noun) }
    try requireNoPositionals(after: 1)
    return word
  }

  /// Returns the duration that a flag has, in seconds; nil if the flag isn't set.
  ///
  /// - Throws: `Failure` if it isn't a duration from a second to a day.
  func seconds(of flag: String) throws(Failure) -> Int? {
    guard let text = values[flag]?.first else { return nil }
    guard let seconds = DurationFormat.seconds(text), 1...86_400 ~= seconds else {
      throw .invalidDuration(text)
    }
    return seconds
  }

  /// Throws if there are more than `count` positional arguments.
  func requireNoPositionals(after count: Int) throws(Failure) {
    if positionals.count > count { throw .unexpectedArgument(positionals[count]) }
  }
}

extension ArraySlice<String> {
  /// Removes the next word and returns the fields that it lists; nil if it lists no known field.
  mutating func popFields(of rows: ResultRows) -> [String]? {
    guard let names = first?.fieldNames, names.contains(where: rows.fields.contains) else {
      return nil
    }
    removeFirst()
    return names
  }

  /// Returns the value of a flag: the one attached to it, or else the next word, which it removes.
  ///
  /// - Parameter flags: the flags of the command, which can't be values.
  /// - Throws: `Failure` if there is no next word, or if it is a flag.
  mutating func popValue(
    _ attached: String?,
    of flag: String,
    beside flags: [Flag]
  ) throws(Failure) -> String {
    if let attached { return attached }
    guard let word = popFirst() else { throw .flagWithoutValue(flag) }
    let name = word.splitAtEquals.name
    let isFlag = GlobalFlags.names.contains(name) || flags.contains { "--\($0.name)" == name }
    if isFlag { throw .flagWithoutValue(flag, before: word) }
    return word
  }
}

extension String {
  /// Whether the text is a relative time such as `-15m`.
  fileprivate var isNegativeDuration: Bool {
    hasPrefix("-") && DurationFormat.seconds(String(dropFirst())) != nil
  }

  /// Whether the word is before what a summary is grouped by, as in `by day`.
  var isBeforeDimension: Bool { ["by", "per"].contains(lowercased()) }

  /// The names of fields in a list with commas.
  var fieldNames: [String] { split(separator: ",").map(String.init) }

  /// Whether the text begins like a label: with a plus sign, or a `#` in quotes, and a letter, or an
  /// equals sign after a missing name.
  fileprivate var isLabel: Bool {
    guard hasPrefix("+") || hasPrefix("#"), let first = dropFirst().first else { return false }
    return first.isLetter || first == "="
  }
}
