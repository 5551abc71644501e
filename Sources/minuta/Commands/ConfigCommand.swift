import IntentKit
import JSONText
import SystemCalls

/// Shows and changes the user's settings.
struct ConfigCommand: Command {
  let name = "config"
  let summary = "Show or change the settings"
  let group = "Setup"
  let examples = ["config", "config set timeZone Europe/Zurich", "config edit"]
  let synonyms = ["settings"]
  var details: String {
    """
    A KEY is a name such as timeZone, or one inside an object, such as log.level. A VALUE is text, \
    a list with commas, or JSON. A value that isn't valid changes nothing. An item of a list has a \
    number or a name: minuta config set rates.Acme "85.50 EUR".
    """
  }
  var actions: [CommandAction] {
    [
      CommandAction("list", "List the settings and where each value comes from", run: list),
      CommandAction("get KEY", "Print the value of a setting", run: get),
      CommandAction("set KEY VALUE", "Change a setting") { words, program in
        try await set(words.positionals[0], words.positionals[1], words, program)
      },
      CommandAction("unset KEY", "Remove a setting, so that its default applies") {
        try await set($0.positionals[0], nil, $0, $1)
      },
      CommandAction("edit", "Edit the settings file with VISUAL or EDITOR", sentence: edit),
      CommandAction("check", "Check the settings file") { words, program in
        let bytes = try Settings.content(of: program.environment) ?? Array("{}".utf8)
        let file = program.environment.settings
        return try await CheckCommand()
          .check(bytes, file: file, as: .settings, words.global, program)
      },
      CommandAction("", run: list), CommandAction("KEY...", run: show),
    ]
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    noun == "KEY" ? Settings.keys : Settings.values(of: JSONPointer(dotted: words[1]))
  }

  /// Shows a setting that is named without an action.
  private func show(_ words: CommandLineArguments, _ program: Program) throws -> Int32 {
    let key = words.positionals[0]
    if Settings.schema(of: JSONPointer(dotted: key)) == nil { throw unknownAction(key) }
    if words.positionals.count > 1 {
      throw Failure.settingWithoutAction(key, words.positionals.dropFirst().text)
    }
    return try get(words, program)
  }

  /// Edits a copy of the settings file, and saves it if it is valid.
  ///
  /// - Returns: A sentence about the change.
  private func edit(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> String {
    let (environment, isDryRun) = (program.environment, words.global.isDryRun)
    let canAsk = environment.isInteractive && words.global.allowsInput
    let editor = TextEditor(
      environment: environment,
      canAsk: canAsk,
      allowsStandardEditor: canAsk
    )
    let old = try Settings.content(of: environment) ?? Array("{\n}\n".utf8)
    return try await editor.edit(old, named: "settings.json") { new, copy in
      do throws(Failure) {
        _ = try Settings(parsing: new, file: copy)
      } catch {
        throw TextEditor.Mistake(failure: error, text: new)
      }
      if new == old { return "The settings are unchanged." }
      if isDryRun { return "Would save '\(environment.settings)'. \(Notice.dryRunNote)" }
      if let now = try Settings.content(of: environment), now != old {
        throw TextEditor.Mistake(failure: .settingsChangedMeanwhile, text: new)
      }
      try Settings.write(new, to: environment.settings)
      return "Saved '\(environment.settings)'."
    }
  }

  private func list(_ words: CommandLineArguments, _ program: Program) throws -> Int32 {
    let (environment, global) = (program.environment, words.global)
    let console = Console(environment, color: global.color)
    let settings = try Settings(of: environment)
    let all = try EffectiveSetting.all(settings, global, environment)
    if global.wantsJSON {
      let list = JSONValue.array(all.map(\.json))
      let json: JSONObject = ["file": .string(settings.file), "settings": list]
      try console.print(JSONValue.object(json).text())
      return 0
    }
    let room = console.columns.map { $0 - 32 } ?? 44
    let widths = all.map { text(of: $0).displayWidth }
    let width = console.columns == nil ? widths.max() : widths.filter { $0 <= room }.max()
    let rows = all.flatMap { lines(of: $0, width ?? 0, console) }
    let head = "Settings in '\(settings.file)':".escapedForTerminal
    try console.print(lines: (global.isQuiet ? [] : console.fitted(head)) + rows)
    return 0
  }

  private func text(of setting: EffectiveSetting) -> String {
    if setting.value != nil { return setting.text.escapedForTerminal }
    return setting.key == "picker" ? "found automatically" : "none"
  }

  /// Returns the row of a setting; a value that is too long for its column stands on a line of its
  /// own.
  private func lines(
    of setting: EffectiveSetting,
    _ width: Int,
    _ console: Console
  ) -> [String] {
    let value = text(of: setting)
    let key = console.aligned(setting.key, to: 12, isNumber: false)
    func row(_ value: String) -> String {
      "  \(key)  \(console.aligned(value, to: width))  \(setting.originText)"
    }
    if value.displayWidth <= width { return [row(value)] }
    return [row("")]
      + TextWrapper(width: console.columns ?? .max).lines(value, first: "    ", rest: "    ")
  }

  private func get(_ words: CommandLineArguments, _ program: Program) throws -> Int32 {
    let (environment, global, key) = (program.environment, words.global, words.positionals[0])
    let settings = try Settings(of: environment)
    let pointer = try Settings.place(JSONPointer(dotted: key), in: .object(settings.json)).path
    let all = try EffectiveSetting.all(settings, global, environment)
    guard let schema = Settings.schema(of: pointer),
      let setting = all.first(where: { $0.key == pointer.tokens.first })
    else {
      throw unknownSetting(key, among: all.map(\.key))
    }
    let value = setting.value?.value(at: JSONPointer(Array(pointer.tokens.dropFirst())))
    let found = EffectiveSetting(
      key: key,
      value: value ?? schema["default"],
      origin: value == nil ? .standard : setting.origin
    )
    let line = global.wantsJSON ? found.json.text() : text(of: found)
    try Console(environment, color: global.color).print(line)
    return 0
  }

  /// The failure of an unknown setting, with one that has a similar name, or that begins like it.
  private func unknownSetting(_ key: String, among known: [String]) -> Failure {
    let name = String(key.prefix { $0 != "." })
    let longer = known.first { name.count > 1 && $0.hasPrefix(name) }
    let near =
      [key, name].lazy.compactMap { TypoSuggester.closest(to: $0, in: known) }.first
      ?? longer
    return .unknownSetting(key, near: near)
  }

  /// Changes a setting, or removes it if `word` is nil.
  private func set(
    _ key: String,
    _ word: String?,
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> Int32 {
    let global = words.global
    let console = Console(program.environment, color: global.color)
    let pointer = JSONPointer(dotted: key)
    // The command 'storage' also checks that the folder can be used.
    if key == "store" { throw Failure.settingOfStorage(isRemoved: word == nil) }
    if word != nil, let name = pointer.tokens.first, !Settings.keys.contains(name) {
      throw unknownSetting(key, among: Settings.keys)
    }
    let (settings, value) = try Settings.changed(pointer, to: word, in: program.environment)
    if settings == nil, Settings.schema(of: pointer) == nil {
      throw unknownSetting(key, among: Settings.keys)
    }
    if value != nil, pointer.tokens.first == "aliases" {
      let aliases = (settings?.aliases ?? [:]).filter { [$0.key, nil].contains(pointer.alias) }
      let validator = AliasValidator(aliases: aliases, program: program)
      if let problem = await validator.problems().first { throw problem.failure }
    }
    if !global.isDryRun { try settings?.save() }
    if global.wantsJSON {
      let origin = value == nil ? EffectiveSetting.Origin.standard : .file
      var json = EffectiveSetting(key: key, value: value, origin: origin).json.object ?? [:]
      if global.isDryRun { json["planned"] = true }
      try console.print(JSONValue.object(json).text())
      return 0
    }
    if global.isQuiet { return 0 }
    let isDry = global.isDryRun
    let sentence =
      if settings == nil {
        "'\(key)' isn't set; nothing to remove."
      } else if let value {
        "\(isDry ? "Would set" : "Set") '\(key)' to \(EffectiveSetting.text(value).quoted)."
      } else {
        "\(isDry ? "Would remove" : "Removed") '\(key)'."
      }
    try console.print(sentences: [(sentence + global.dryRunNote).escapedForTerminal])
    return 0
  }
}

extension JSONPointer {
  /// The name of the alias at this path; nil for all aliases.
  fileprivate var alias: String? { tokens.count > 1 ? tokens[1] : nil }
}
