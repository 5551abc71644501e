import IntentKit
import JSONText
import MinutaCore

/// The global flags, which may also precede the command.
struct GlobalFlags {
  static let names = (reserved + others).sorted()

  /// The flags that stay global even if an intent has a parameter of the same name.
  static let reserved = [
    "--dry-run", "--help", "--json", "--key", "--log-format", "--log-level", "--store", "--yes",
  ]

  private static let others = [
    "--color", "--csv", "--format", "--jsonl", "--no-input", "--no-pager", "--quiet", "--text",
  ]

  /// The flags with a short form, such as `-q` for `--quiet`.
  private static let shortNames = [
    ("-h", "--help"), ("-j", "--json"), ("-q", "--quiet"), ("-y", "--yes"),
  ]

  /// Returns the long form of a short global flag; nil for any other word.
  static func longName(of word: String) -> String? { shortNames.first { $0.0 == word }?.1 }

  private(set) var color = ColorChoice.auto
  /// The format of durations in tables and charts; nil for that of the settings.
  private(set) var durations: DurationFormat.Style?
  /// Whether long results may be shown by the pager.
  private(set) var allowsPager = true
  private(set) var isDryRun = false
  private(set) var wantsHelp = false
  /// The form in which results are printed.
  private(set) var form = ResultForm.text
  /// Whether a batch prints text to a pipe too.
  private(set) var wantsText = false
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
  /// The path of the data folder; nil for the usual one.
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

  /// The sentence that ends the answer of a dry run, with a space before it; else empty.
  var dryRunNote: String { isDryRun ? " \(Notice.dryRunNote)" : "" }

  /// Parses `word` if it is a global flag, with its value from `rest`; otherwise returns false.
  ///
  /// Several short flags, such as `-jq`, are put back as words of their own.
  ///
  /// - Parameter flags: the command's own flags; one that isn't reserved takes precedence.
  mutating func take(
    _ word: String,
    _ rest: inout ArraySlice<String>,
    beside flags: [Flag] = []
  ) throws(Failure) -> Bool {
    if let short = word.shortFlags(among: flags) {
      rest = short + rest
      return true
    }
    let (name, attachedValue) = word.splitAtEquals
    let flagText = Self.longName(of: name) ?? name
    if let (own, _) = flags.flag(name) {
      if own.clashes { throw .ambiguousFlag(name, own.key) }
      return false
    }
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
    case "--help": wantsHelp = true
    case "--csv", "--json", "--jsonl":
      form = ResultForm(flag: flagText) ?? .json
      if attachedValue?.fieldNames.isEmpty == true { throw .noFields(flagText) }
      fields = attachedValue?.fieldNames ?? fields
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
      let path = try rest.popValue(attachedValue, of: flagText, beside: flags)
      if store != nil { throw .duplicateValue(flagText) }
      store = path
      return true
    case "--no-input": allowsInput = false
    case "--no-pager": allowsPager = false
    case "--quiet": isQuiet = true
    case "--text": (form, fields, wantsText) = (.text, nil, true)
    case "--yes": isConfirmed = true
    default: return false
    }
    if attachedValue != nil { throw .flagWithValue(flagText) }
    return true
  }
}

extension GlobalFlags {
  /// Creates the flags among the words of a command line up to `--`, ignoring mistakes.
  init(among words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst(), word != "--" { _ = try? take(word, &rest) }
  }

  /// Throws if the form or its fields aren't those of a command with these rows.
  ///
  /// - Parameter rows: the rows, which are read only if the form needs them.
  func checkFields(of rows: () -> ResultRows?) throws(Failure) {
    if fields == nil, form != .csv, form != .jsonLines { return }
    let rows = rows()
    if rows == nil {
      throw .notAList(form, hasFields: fields != nil)
    }
    for field in fields ?? [] where rows?.hasField(field, in: form) == false {
      throw .unknownField(field, among: rows?.fields(in: form) ?? [])
    }
  }

  /// Returns the lines of a result that is a list, in the form of the flags.
  ///
  /// - Parameter arguments: the arguments of the call.
  /// - Returns: Nil if the whole result is to be printed.
  func lines(
    of value: JSONObject,
    _ definition: IntentDefinition,
    _ arguments: JSONObject
  ) -> [String]? {
    if form == .text || form == .json && fields == nil { return nil }
    return ResultRows(of: definition)?.lines(of: value, as: form, fields, arguments)
  }
}

extension GlobalFlags {
  /// The parameter that `--yes` sets.
  static let confirmation = "confirm"

  /// Returns the call with `confirm` set if `--yes` is given and the call doesn't set it.
  ///
  /// - Parameter definitions: the known intents, which are parsed only if they are needed.
  func addingConfirmation(
    _ call: IntentCall,
    among definitions: @autoclosure () -> [IntentDefinition]
  ) -> IntentCall {
    guard isConfirmed, call.values[Self.confirmation] == nil else { return call }
    let definition = definitions().first { $0.id == call.intent }
    if definition?.properties[Self.confirmation] == nil { return call }
    return IntentCall(
      call.intent,
      with: call.values.merging([Self.confirmation: true]),
      key: call.key
    )
  }
}
