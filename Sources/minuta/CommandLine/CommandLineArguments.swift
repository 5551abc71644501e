import IntentKit
import JSONText
import MinutaCore
import SystemCalls

/// A command line, parsed from left to right into positional arguments and flags.
///
/// The flags of a command are known only after its name, so the words are parsed in steps.
struct CommandLineArguments {
  private(set) var positionals: [String] = []
  /// The number of positional arguments after `--`, which are only text.
  private(set) var literalCount = 0
  /// The values of each flag by its key, in the order given.
  private(set) var values: [String: [String]] = [:]
  private(set) var booleans: [String: Bool] = [:]
  /// The flags as they were typed, with their values.
  private(set) var flagWords: [String] = []
  /// The comments without a blank that a flag set, by the index of the positional argument that follows.
  private(set) var comments: [Int: (flag: String, text: String)] = [:]
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
        rest.insert("--", at: rest.startIndex)
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

  /// Inserts words before those that are still to be parsed.
  ///
  /// - Parameter shortcut: the word that stands for a command with arguments; nil for other words.
  mutating func insert(_ words: [String], for shortcut: String? = nil) {
    rest = (words + rest)[...]
    self.shortcut = self.shortcut ?? shortcut
  }

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

  /// Parses all words that are left.
  ///
  /// A flag with a value consumes the next word, unless that is a flag. All words after `--` are
  /// positional.
  ///
  /// - Parameters:
  ///   - takesNegatives: whether a word such as `-15m` is an argument, not a flag.
  ///   - rows: the rows of the command's results, whose fields `--json` can select; nil if they
  ///     aren't lists.
  mutating func parse(
    flags: [Flag],
    takesNegatives: Bool = false,
    rows: () -> ResultRows? = { nil }
  ) throws(Failure) {
    while let word = rest.popFirst() {
      let following = rest
      if word == "--" {
        positionals += rest
        literalCount = rest.count
        rest = []
      } else if !word.hasPrefix("-") || word == "-" || takesNegatives && word.isNegative {
        positionals.append(word)
      } else {
        if try !global.take(word, &rest, beside: flags) { try take(word, flags) }
        // Several short flags, such as `-jq`, are put back as words of their own.
        let count = following.count - rest.count
        // The commands in an answer have the data folder already.
        if count >= 0, !word.hasPrefix("--store") { flagWords += [word] + following.prefix(count) }
        if count == 1, word.longFlag(among: flags) == "--comment",
          !following[following.startIndex].contains(" ")
        {
          comments[positionals.count] = (word, following[following.startIndex])
        }
      }
    }
    try global.checkFields(of: rows)
  }

  private mutating func take(_ word: String, _ flags: [Flag]) throws(Failure) {
    let (flagText, attachedValue) = word.longFlag(among: flags).splitAtEquals
    guard let (flag, isNegated) = flags.flag(flagText) else {
      let known = flags.map { "--\($0.name)" } + GlobalFlags.names
      let near = Flag.synonym(of: flagText, among: known)
      throw .unknownFlag(flagText, near: near ?? TypoSuggester.closest(to: flagText, in: known))
    }
    switch flag.kind {
    case .value:
      let value = try rest.popValue(attachedValue, of: flagText, beside: flags)
      if values[flag.key] != nil, !flag.isList { throw .duplicateValue(flagText) }
      values[flag.key, default: []].append(value)
    case .boolean:
      if attachedValue != nil { throw .flagWithValue(flagText) }
      booleans[flag.key] = !isNegated
    }
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
    let name = word.longFlag(among: flags).splitAtEquals.name
    let isFlag =
      word == "--" || GlobalFlags.names.contains(GlobalFlags.longName(of: name) ?? name)
      || flags.flag(name) != nil
    if isFlag { throw .flagWithoutValue(flag, before: word) }
    return word
  }
}

extension String {
  /// The names of fields in a list with commas.
  var fieldNames: [String] { split(separator: ",").map(String.init) }
}
