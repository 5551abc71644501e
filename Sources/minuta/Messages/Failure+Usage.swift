import IntentKit
import JSONText
import SystemCalls

/// The failures of a command line that can't be understood.
extension Failure {
  static func usage(_ message: some NoticeConvertible) -> Failure {
    Failure(.badInput, code: "usage", message: message)
  }

  static var noCommand: Failure { usage("No command given. See the list.".suggesting("help")) }

  /// - Parameter orTopic: whether the word could also be a topic of the manual.
  static func unknownCommand(_ word: String, near: String?, orTopic: Bool = false) -> Failure {
    let list = near == nil && orTopic ? " See the list.".suggesting("help") : ""
    let noun = orTopic ? "command or topic" : "command"
    return usage("There is no \(noun) \(word.quoted)\(near.suggestion)." + list)
  }

  /// The failure of a topic of the manual, or a word like it, in place of a command.
  static func topicAsCommand(_ word: String, _ topic: String) -> Failure {
    usage("There is no command \(word.quoted), but a topic.".suggesting("help \(topic)"))
  }

  static func unknownFlag(_ flag: String, near: String?) -> Failure {
    Failure(
      .badInput,
      code: "usage",
      message: "There is no flag \(flag.quoted)\(near.suggestion).",
      data: ["flag": .string(flag)]
    )
  }

  static func unknownTool(_ name: String, near: String?) -> Failure {
    usage(
      "There is no tool \(name.quoted)\(near.suggestion). Use 'core', 'all' or names of tools, "
        + "separated by commas."
    )
  }

  /// The failure of a flag without a value, which another word follows.
  static func flagWithoutValue(_ flag: String, before word: String? = nil) -> Failure {
    let hint = word.map { " If that is \($0.quoted), write '\(flag)=\($0)'." } ?? ""
    return usage("The flag \(flag.quoted) needs a value.\(hint)")
  }

  /// The failure of a flag that could be the program's or a parameter's.
  static func ambiguousFlag(_ flag: String, _ parameter: String) -> Failure {
    usage(
      "The flag \(flag.quoted) is ambiguous, because there is a parameter \(parameter.quoted). Use "
        + "\(withFlag(setting: parameter)) for it; before the command, the flag is Minuta's."
    )
  }

  /// Returns the flag `--with` and the beginning of its value, for a parameter without a flag.
  static func withFlag(setting parameter: String) -> String {
    "--with '{\(JSONValue.string(parameter).text()): …}'"
  }

  static func flagWithValue(_ flag: String) -> Failure {
    usage("The flag \(flag.quoted) takes no value. Remove the value.")
  }

  /// The failure of a form for lists with a command that prints none.
  static func notAList(_ form: ResultForm, hasFields: Bool) -> Failure {
    usage(
      "\(hasFields ? "Fields of" : "The flag") '\(form.rawValue)' can be used only with a command that "
        + "prints a list, such as this one.".suggesting("records")
    )
  }

  /// The failure of help as JSON.
  static var helpAsJSON: Failure {
    usage("Help is only text. There is a list of commands as JSON.".suggesting("intents --json"))
  }

  /// The failure of `--json=` without a field.
  static func noFields(_ flag: String) -> Failure {
    usage(
      "'\(flag)=' names no field. List some, as in '\(flag)=id,tag.name', or write '\(flag)' alone."
    )
  }

  static func unknownField(_ field: String, among fields: [String]) -> Failure {
    let near = TypoSuggester.closest(to: field, in: fields)
    return usage(
      "There is no field \(field.quoted)\(near.suggestion). The fields are "
        + "\(fields.joined(separator: ", "))."
    )
  }

  static func duplicateValue(_ flag: String) -> Failure {
    usage("The value of \(flag.quoted) is given twice. Give it once.")
  }

  static func invalidChoice(flag: String, _ word: String, among choices: [String]) -> Failure {
    usage("\(word.quoted) isn't valid for \(flag.quoted). Use \(list(choices.map(\.quoted))).")
  }

  static func list(_ choices: [String]) -> String {
    guard choices.count > 1, let last = choices.last else { return choices.joined() }
    return "\(choices.dropLast().joined(separator: ", ")) or \(last)"
  }

  static let notUTF8 = usage("The command line is not valid UTF-8. Write all arguments in UTF-8.")

  static func relativeStorePath(_ path: String) -> Failure {
    usage(
      "MINUTA_STORE is \(path.quoted), which is not an absolute path. Begin it with '/' or '~/'."
    )
  }

  /// The failure of a path that begins with `~user`.
  static func homeOfAnotherUser(_ path: String) -> Failure {
    usage(
      "\(path.quoted) begins with another user's home folder. Write the full path, "
        + "or \("./\(path)".quoted) for a file of that name in the current folder."
    )
  }

  static func missingArgument(_ noun: String) -> Failure {
    Failure(.missingInput, code: "usage", message: "Missing argument: \(noun).")
  }

  static func notAnObject(flag: String) -> Failure {
    usage(
      "The value of \(flag.quoted) is not a JSON object. Use one such as {\"tag\": \"Work\"}."
    )
  }

  static func notJSON(flag: String, _ error: JSONError) -> Failure {
    usage("Invalid JSON in \(flag.quoted): \(error.problem) on line \(error.line).")
  }

  static func emptyPath(flag: String) -> Failure {
    usage("The value of \(flag.quoted) is empty. Give it the path of a folder.")
  }

  static let emptyKey = usage(
    "The value of '--key' is empty. Use a word that is new for each call."
  )

  /// The failure of a flag for one call that is used with `minuta rpc`; clients set the parameter
  /// instead.
  static func perCallFlag(_ flag: String, parameter: String) -> Failure {
    usage(
      "The flag \(flag.quoted) can't be used with 'minuta rpc'. "
        + "Clients set \(parameter.quoted) in each call instead."
    )
  }

  /// The failure of `--key` with several calls.
  static let keyForBatch = usage(
    "The flag '--key' is for a single call. Use '--once' to add a key to each call in the file, "
      + "or set 'key' in the calls yourself."
  )

  /// The failure of a batch flag with a workflow.
  static func batchOnlyFlag(_ flag: String) -> Failure {
    usage(
      "The flag \(flag.quoted) is for call files and can't be used with a workflow."
        + " Leave it out. A whole workflow run can be undone.".suggesting("undo")
    )
  }

  static func conflictingFlags(_ one: String, _ other: String) -> Failure {
    usage("\(one.quoted) and \(other.quoted) can't be used together. Remove one of them.")
  }

  static func invalidDuration(_ text: String) -> Failure {
    Failure(
      .badInput,
      code: "invalidValue",
      message: "\(text.quoted) is not a duration from 1 second to 24 hours. Use one such as 5m."
    )
  }

  /// The failure of a hook that is named as a command, although hooks only run on their event.
  static func hookNotCallable(_ file: String, event: String) -> Failure {
    Failure(
      .badInput,
      code: "usage",
      message: "\(file.quoted) is a hook and can't be called. It runs when the event "
        + "\(event.quoted) happens, if it is in the folder 'intents' next to your settings file.",
      data: ["file": .string(file)]
    )
  }

  /// The failure of a part of a log filter that is neither a level nor `category=level`.
  static func invalidLogFilter(_ part: String, in name: String) -> Failure {
    usage(
      "\(part.quoted) in '\(name)' is not a log level. Use debug, info or error, or a category with"
        + " its level, such as storage=debug."
    )
  }

  static func traceNotFound(_ id: String, latest: [String]) -> Failure {
    let list = latest.isEmpty ? "" : " Use one of the latest: \(latest.joined(separator: ", "))."
    return Failure(
      .badInput,
      code: "traceNotFound",
      message: id == "last"
        ? "No workflow has been run yet."
        : "There is no trace with the id \(id.quoted)." + list
    )
  }

  static let traceNameIsNotText = Failure(
    .badInput,
    code: "invalidValue",
    message: "'run' is not a string. Use a trace id, the id of a workflow, or 'last'."
  )

  /// The failure of adding a plugin without choosing which of its tools may be called.
  static func toolsNotChosen(_ plugin: String, tools: [String]) -> Failure {
    Failure(
      .needsInput,
      code: "toolsNotChosen",
      message: "No tools of the plugin \(plugin.quoted) were chosen, so nothing was saved. Choose "
        + "some with '--allow' (names separated by commas), or all of them with '--allow-all'. "
        + "The plugin has these tools: \(tools.joined(separator: ", ")).",
      data: ["tools": .array(tools.map { .string($0) })]
    )
  }
}
