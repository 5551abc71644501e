import IntentKit
import JSONText
import MinutaCore

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

  /// The flags with a short form, such as `-m` for `--comment`, in every command that has them.
  static let shortNames: [Character: String] = [
    "a": "at", "m": "comment", "n": "limit", "t": "tag",
  ]

  /// The letter of the short form; nil if there is none.
  static func shortName(of name: String) -> Character? {
    shortNames.first { $0.value == name }?.key
  }
}

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
  private(set) var booleans: [String: Bool] = [:]
  private(set) var global = GlobalFlags()
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
          throw .unknownFlag(word, near: TypoSuggester.closest(to: word, in: known))
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
  mutating func insert(_ words: [String]) { rest = (words + rest)[...] }

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
  ///   - acceptsRelativeTimes: whether a word such as `-15m` is an argument, not a flag.
  ///   - acceptsLabels: whether a word such as `+billable` is a label, not an argument.
  ///   - rows: the rows of the command's results, whose fields `--json` can select; nil if they
  ///     aren't lists.
  mutating func parse(
    flags: [Flag],
    acceptsRelativeTimes: Bool = false,
    acceptsLabels: Bool = false,
    rows: ResultRows? = nil
  ) throws(Failure) {
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        literalCount = rest.count
        rest = []
      } else if acceptsLabels, word.isLabel {
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
    try global.checkFields(of: rows)
  }

  private mutating func take(_ word: String, _ flags: [Flag]) throws(Failure) {
    let (flagText, attachedValue) = word.longFlag(among: flags).splitAtEquals
    let name = String(flagText.drop { $0 == "-" })
    if let flag = flags.first(where: { $0.name == name }), flagText.hasPrefix("--") {
      switch flag.kind {
      case .value:
        let value = try rest.popValue(attachedValue, of: flagText, beside: flags)
        if values[name] != nil, !flag.isList { throw .duplicateValue(flagText) }
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
      throw .unknownFlag(flagText, near: TypoSuggester.closest(to: flagText, in: known))
    }
  }

  /// Returns the only positional argument.
  ///
  /// - Throws: `Failure` if there is none or more than one.
  func singlePositional(_ noun: String) throws(Failure) -> String {
    guard let word = positionals.first else { throw .missingArgument(noun) }
    try requireNoPositionals(after: 1)
    return word
  }

  /// Throws if there are more than `count` positional arguments.
  func requireNoPositionals(after count: Int) throws(Failure) {
    if positionals.count > count { throw .unexpectedArgument(positionals[count]) }
  }
}

/// The global flags, which may also precede the command.
struct GlobalFlags {
  static let names = [
    "--color", "--csv", "--dry-run", "--format", "--help", "--json", "--jsonl", "--key",
    "--log-format", "--log-level", "--no-input", "--no-pager", "--quiet", "--store", "--yes",
  ]

  /// The flags that stay global even if an intent has a parameter of the same name.
  static let reserved = names.filter {
    !["--color", "--csv", "--format", "--jsonl", "--no-input", "--no-pager", "--quiet"].contains($0)
  }

  private(set) var color = ColorChoice.auto
  /// The format of durations in tables and charts; nil for that of the settings.
  private(set) var durations: DurationFormat.Style?
  /// Whether long results may be shown by the pager.
  private(set) var allowsPager = true
  private(set) var isDryRun = false
  private(set) var wantsHelp = false
  /// The form in which results are printed.
  private(set) var form = ResultForm.text
  /// The fields of each row of a list; nil for all.
  private(set) var fields: [String]?
  /// Whether results print no sentence, only their tables.
  private(set) var isQuiet = false
  /// Whether a person may be prompted for input.
  private(set) var allowsInput = true
  private(set) var key: String?
  private(set) var logFormat: String?
  /// The levels for logging to standard error, in the syntax of `LogFilter`.
  private(set) var logLevel: String?
  private(set) var store: String?
  /// Whether `--yes` is set, which confirms changes to more than one record.
  private(set) var isConfirmed = false

  /// Returns the choices for the value of a flag; nil if it isn't a global flag with a value.
  static func choices(of flag: String?) -> [String]? {
    switch flag {
    case "--color": ColorChoice.allCases.map(\.rawValue)
    case "--format": DurationFormat.Style.allCases.map(\.rawValue)
    case "--key", "--log-format", "--log-level", "--store": []
    default: nil
    }
  }

  var wantsJSON: Bool { form.isJSON }

  /// Parses `word` if it is a global flag, with its value from `rest`; otherwise returns false.
  ///
  /// - Parameters:
  ///   - flags: The command's own flags; one that isn't reserved takes precedence.
  ///   - rows: The rows of the command's results; nil if they aren't known or aren't lists.
  mutating func take(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    beside flags: [Flag] = [],
    _ rows: ResultRows? = nil
  ) throws(Failure) -> Bool {
    let (flagText, attachedValue) = word.splitAtEquals
    let isOwn = flags.contains { ["--\($0.name)", "--no-\($0.name)"].contains(flagText) }
    if isOwn, !Self.reserved.contains(flagText) { return false }
    switch flagText {
    case "--color":
      let word = try rest.popValue(attachedValue, of: flagText, beside: flags)
      guard let choice = ColorChoice(rawValue: word) else {
        let choices = ColorChoice.allCases.map(\.rawValue)
        throw .invalidChoice(flag: flagText, word, among: choices)
      }
      color = choice
      return true
    case "--format":
      let word = try rest.popValue(attachedValue, of: flagText, beside: flags)
      guard let style = DurationFormat.Style(rawValue: word) else {
        let choices = DurationFormat.Style.allCases.map(\.rawValue)
        throw .invalidChoice(flag: flagText, word, among: choices)
      }
      durations = style
      return true
    case "--dry-run": isDryRun = true
    case "--help", "-h": wantsHelp = true
    case "--csv", "--json", "--jsonl", "-j":
      form = ResultForm(flag: flagText) ?? .json
      fields = attachedValue?.fieldNames ?? rows.flatMap { rest.popFields(of: $0) } ?? fields
      return true
    case "--key":
      let key = try rest.popValue(attachedValue, of: flagText, beside: flags)
      if key.isEmpty { throw .emptyKey }
      self.key = key
      return true
    case "--log-format":
      logFormat = try rest.popValue(attachedValue, of: flagText, beside: flags)
      return true
    case "--log-level":
      logLevel = try rest.popValue(attachedValue, of: flagText, beside: flags)
      return true
    case "--store":
      store = try rest.popValue(attachedValue, of: flagText, beside: flags)
      return true
    case "--no-input": allowsInput = false
    case "--no-pager": allowsPager = false
    case "--quiet", "-q": isQuiet = true
    case "--yes", "-y": isConfirmed = true
    default: return false
    }
    if attachedValue != nil { throw .flagWithValue(flagText) }
    return true
  }
}

extension GlobalFlags {
  /// Throws if the form or its fields aren't those of a command with these rows.
  fileprivate func checkFields(of rows: ResultRows?) throws(Failure) {
    if rows == nil, fields != nil || form == .csv || form == .jsonLines {
      throw .notAList(form, hasFields: fields != nil)
    }
    for field in fields ?? [] where rows?.hasField(field) == false {
      throw .unknownField(field, among: rows?.fields ?? [])
    }
  }

  /// Returns the lines of a result that is a list, in the form of the flags.
  ///
  /// - Returns: Nil if the whole result is to be printed.
  func lines(of value: JSONObject, _ definition: IntentDefinition) -> [String]? {
    if form == .text || form == .json && fields == nil { return nil }
    return ResultRows(of: definition)?.lines(of: value, as: form, fields)
  }
}

extension ArraySlice<String> {
  /// Removes the next word and returns the fields that it lists; nil if it lists no known field.
  fileprivate mutating func popFields(of rows: ResultRows) -> [String]? {
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
  fileprivate mutating func popValue(
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

extension GlobalFlags {
  /// Returns the call with `confirm` set if `--yes` is given and the call doesn't set it.
  func addingConfirmation(_ call: IntentCall, among definitions: [IntentDefinition]) -> IntentCall {
    guard isConfirmed, call.values["confirm"] == nil else { return call }
    let definition = definitions.first { $0.id == call.intent }
    if definition?.properties["confirm"] == nil { return call }
    return IntentCall(call.intent, with: call.values.merging(["confirm": true]), key: call.key)
  }
}

extension String {
  /// Whether the text is a relative time such as `-15m`.
  fileprivate var isNegativeDuration: Bool {
    hasPrefix("-") && DurationFormat.seconds(String(dropFirst())) != nil
  }

  /// The names of fields in a list with commas.
  fileprivate var fieldNames: [String] { split(separator: ",").map(String.init) }

  /// Whether the text begins like a label: with a plus sign, or a `#` in quotes, and a letter.
  fileprivate var isLabel: Bool {
    (hasPrefix("+") || hasPrefix("#")) && dropFirst().first?.isLetter == true
  }

  /// The long form of a short flag such as `-m`, if a command has it.
  ///
  /// A number can follow a short flag at once, as in `-n5`.
  fileprivate func longFlag(among flags: [Flag]) -> String {
    guard hasPrefix("-"), let letter = dropFirst().first, let name = Flag.shortNames[letter],
      flags.contains(where: { $0.name == name })
    else { return self }
    let rest = dropFirst(2)
    if rest.isEmpty || rest.hasPrefix("=") { return "--\(name)\(rest)" }
    return rest.allSatisfy(\.isNumber) ? "--\(name)=\(rest)" : self
  }

  /// The flag and its value: `--at=-15m` becomes `--at` and `-15m`.
  var splitAtEquals: (name: String, value: String?) {
    guard let equals = firstIndex(of: "=") else { return (self, nil) }
    return (String(self[..<equals]), String(self[index(after: equals)...]))
  }
}
