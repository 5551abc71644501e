import IntentKit
import JSONText
import MinutaCore

/// A flag that a command knows.
struct Flag {
  enum Kind {
    /// `--x` and `--no-x`.
    case boolean
    /// `--x VALUE` or `--x=VALUE`.
    case value
  }

  /// Without the hyphens before it.
  let name: String
  let kind: Kind
  /// Whether it can be given more than once.
  var isList = false
}

/// The words after a command, sorted into plain words, flags and what every command knows.
struct CommandLineArguments {
  private(set) var positionals: [String] = []
  /// The values of flags by name, in order.
  private(set) var values: [String: [String]] = [:]
  private(set) var booleans: [String: Bool] = [:]
  private(set) var global = GlobalFlags()
  /// The words after the first plain one, where those were not to be sorted.
  private(set) var rest: ArraySlice<String> = []

  /// Sorts the words up to the first plain one, and leaves those after it as they are.
  ///
  /// - Parameter flags: those that may stand before it; they stay among the rest.
  init(
    leading words: some Sequence<String>,
    flags: [Flag] = [],
    global: GlobalFlags
  ) throws(UsageError) {
    self.global = global
    rest = Array(words)[...]
    var before: [String] = []
    while positionals.isEmpty, let word = rest.popFirst() {
      if word == "--", let next = rest.popFirst() {
        positionals.append(next)
      } else if !word.hasPrefix("-") || word == "-" {
        positionals.append(word)
      } else if try !self.global.take(word, &rest) {
        guard let flag = flags.first(where: { "--\($0.name)" == word.splitAtEquals.name }) else {
          let known = GlobalFlags.names + flags.map { "--\($0.name)" }
          throw .unknownFlag(word, near: TypoSuggestion.closest(to: word, in: known))
        }
        before.append(word)
        if flag.kind == .value, word.splitAtEquals.value == nil {
          before += [rest.popFirst()].compactMap(\.self)
        }
      }
    }
    rest = (before + rest)[...]
  }

  /// Sorts words.
  ///
  /// A flag that takes a value takes the next word whatever it looks like; after `--` every word is
  /// a plain one.
  ///
  /// - Parameter acceptsRelativeTimes: whether plain words may be moments, so that `-15m` is one.
  init(
    _ words: some Sequence<String>,
    flags: [Flag],
    acceptsRelativeTimes: Bool = false,
    global: GlobalFlags
  ) throws(UsageError) {
    self.global = global
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        return
      }
      if !word.hasPrefix("-") || word == "-" || acceptsRelativeTimes && word.isNegativeDuration {
        positionals.append(word)
      } else if try !self.global.take(word, &rest, beside: flags) {
        try take(word, &rest, flags)
      }
    }
  }

  private mutating func take(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    _ flags: [Flag]
  ) throws(UsageError) {
    let (spelled, attached) = word.splitAtEquals
    let name = String(spelled.drop { $0 == "-" })
    if let flag = flags.first(where: { $0.name == name }), spelled.hasPrefix("--") {
      switch flag.kind {
      case .value:
        guard let value = attached ?? rest.popFirst() else { throw .flagWithoutValue(spelled) }
        if values[name] != nil, !flag.isList { throw .duplicateValue(spelled) }
        values[name, default: []].append(value)
      case .boolean:
        if attached != nil { throw .flagWithValue(spelled) }
        booleans[name] = true
      }
    } else if spelled.hasPrefix("--"),
      let flag = flags.first(where: { "no-\($0.name)" == name && $0.kind == .boolean })
    {
      if attached != nil { throw .flagWithValue(spelled) }
      booleans[flag.name] = false
    } else {
      let known = flags.map { "--\($0.name)" } + GlobalFlags.names
      throw .unknownFlag(spelled, near: TypoSuggestion.closest(to: spelled, in: known))
    }
  }

  /// The only plain word there may be.
  func singlePositional(_ noun: String) throws(UsageError) -> String {
    guard let word = positionals.first else { throw .missingArgument(noun) }
    try requireNoPositionals(after: 1)
    return word
  }

  /// Makes sure that there are no more plain words than so many.
  func requireNoPositionals(after count: Int) throws(UsageError) {
    if positionals.count > count { throw .unexpectedArgument(positionals[count]) }
  }
}

/// The flags that every command knows; they may also stand before it.
struct GlobalFlags {
  static let names = [
    "--color", "--dry-run", "--help", "--json", "--key", "--log-format", "--log-level", "--store",
    "--yes",
  ]

  /// The flags that win over a parameter of the same name.
  static let reserved = names.filter { $0 != "--color" }

  private(set) var color = ColorChoice.auto

  private(set) var isDryRun = false
  private(set) var wantsHelp = false
  private(set) var wantsJSON = false
  private(set) var key: String?
  private(set) var logFormat: String?
  /// The levels to log to standard error, as `LogFilter` reads them.
  private(set) var logLevel: String?
  private(set) var store: String?
  /// Whether to do also what touches more than one record.
  private(set) var isConfirmed = false

  /// Takes a word, and the next where that is its value; false where it is none of these.
  ///
  /// - Parameter flags: those of the command, one of which may be `--color` as well.
  mutating func take(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    beside flags: [Flag] = []
  ) throws(UsageError) -> Bool {
    let (spelled, attached) = word.splitAtEquals
    switch spelled {
    case "--color":
      if flags.contains(where: { $0.name == "color" }) { return false }
      guard let word = attached ?? rest.popFirst() else { throw .flagWithoutValue(spelled) }
      guard let choice = ColorChoice(rawValue: word) else {
        let choices = ColorChoice.allCases.map(\.rawValue)
        throw .invalidChoice(flag: spelled, word, among: choices)
      }
      color = choice
      return true
    case "--dry-run": isDryRun = true
    case "--help", "-h": wantsHelp = true
    case "--json": wantsJSON = true
    case "--key":
      guard let key = attached ?? rest.popFirst() else { throw .flagWithoutValue(spelled) }
      if key.isEmpty { throw .emptyKey }
      self.key = key
      return true
    case "--log-format":
      logFormat = attached ?? rest.popFirst()
      if logFormat == nil { throw .flagWithoutValue(spelled) }
      return true
    case "--log-level":
      logLevel = attached ?? rest.popFirst()
      if logLevel == nil { throw .flagWithoutValue(spelled) }
      return true
    case "--store":
      guard let path = attached ?? rest.popFirst() else { throw .flagWithoutValue(spelled) }
      store = path
      return true
    case "--yes": isConfirmed = true
    default: return false
    }
    if attached != nil { throw .flagWithValue(spelled) }
    return true
  }
}

extension GlobalFlags {
  /// The call as the flags have it: confirmed where that is asked for and the call does not say.
  func addingConfirmation(_ call: IntentCall, among definitions: [IntentDefinition]) -> IntentCall {
    guard isConfirmed, call.values["confirm"] == nil else { return call }
    let definition = definitions.first { $0.id == call.intent }
    if definition?.properties["confirm"] == nil { return call }
    return IntentCall(call.intent, with: call.values.merging(["confirm": true]), key: call.key)
  }
}

extension String {
  /// Whether the text is a moment such as `-15m`.
  fileprivate var isNegativeDuration: Bool {
    hasPrefix("-") && DurationFormat.seconds(String(dropFirst())) != nil
  }

  /// `--at=-15m` as `--at` and `-15m`.
  fileprivate var splitAtEquals: (name: String, value: String?) {
    guard let equals = firstIndex(of: "=") else { return (self, nil) }
    return (String(self[..<equals]), String(self[index(after: equals)...]))
  }
}
