import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Adds, lists and maintains plugins, whose tools become intents.
struct PluginCommand: Command {
  let name = "plugin"
  let usage = "plugin ACTION [NAME] [-- COMMAND]"
  let summary = "Add MCP servers whose tools become intents, and manage them"
  let flags = [
    Flag(name: "allow", kind: .value, isList: true), Flag(name: "allow-all", kind: .boolean),
    Flag(name: "env", kind: .value, isList: true),
    Flag(name: "inherit", kind: .value, isList: true),
    Flag(name: "resources", kind: .boolean), Flag(name: "trust-hints", kind: .boolean),
  ]
  var sections: [HelpSection] {
    [
      HelpSection(
        title: "Actions",
        rows: [
          ["add NAME [FLAGS] -- COMMAND ARG...", "Start the server, show its tools and add it"],
          ["allow NAME TOOL...", "Allow more tools"],
          ["doctor [NAME]", "Start plugins and report problems"],
          ["list", "List the plugins and their intents"],
          ["remove NAME", "Remove a plugin"],
          ["run NAME", "Run the plugin's server in this terminal"],
          ["show NAME", "Show a plugin's configuration and tools"],
          ["update NAME", "Show what has changed, and accept the changes"],
        ]
      ),
      HelpSection(
        title: "Flags of add",
        rows: [
          ["--allow TOOL,...", "Allow these tools"],
          ["--allow-all", "Allow all of its current tools"],
          ["--env NAME=VALUE", "Set a variable (only HOME, LANG, PATH, TZ are inherited)"],
          ["--inherit NAME", "Let it inherit a variable"],
          ["--resources", "Allow reading its resources"],
          ["--trust-hints", "Trust its hints about tools, as in dry runs"],
        ]
      ),
    ]
  }

  func run(_ words: CommandLineArguments, _ program: Program) async throws -> Int32 {
    guard let action = words.positionals.first else {
      throw UsageError.missingArgument("action, such as 'add'")
    }
    let rest = Array(words.positionals.dropFirst())
    let wordCounts = ["list": 1, "doctor": 2, "remove": 2, "run": 2, "show": 2, "update": 2]
    if let count = wordCounts[action] { try words.requireNoPositionals(after: count) }
    let actions = program.pluginActions
    let result: PluginCommandResult
    switch (action, rest.first) {
    case ("list", _): result = try actions.list()
    case ("doctor", let name): result = try await examine(name, words, program)
    case ("add", let name?):
      result = try await installer(words, program)
        .add(manifest(name, rest.dropFirst(), words, program), try choice(words))
    case ("allow", let name?):
      let tools = Array(rest.dropFirst())
      result = try await installer(words, program)
        .allow(name, tools.isEmpty ? try choice(words) : .named(tools))
    case ("remove", let name?):
      result = try actions.remove(name, isDryRun: words.global.isDryRun)
    case ("run", let name?): try actions.run(name)
    case ("show", let name?): result = try actions.show(name)
    case ("update", let name?):
      result = try await installer(words, program)
        .update(name, isConfirmed: words.global.isConfirmed)
    default:
      let actions = ["add", "allow", "doctor", "list", "remove", "run", "show", "update"]
      if actions.contains(action) { throw UsageError.missingArgument("plugin") }
      throw UsageError.unknownCommand(
        "plugin \(action)",
        near: TypoSuggester.closest(to: action, in: actions)
      )
    }
    return try result.print(on: Console(program.environment), asJSON: words.global.wantsJSON)
  }

  private func installer(_ words: CommandLineArguments, _ program: Program) -> PluginInstaller {
    let console = Console(program.environment)
    let isInteractive = program.environment.isInteractive && !words.global.wantsJSON
    return PluginInstaller(
      actions: program.pluginActions,
      console: console,
      prompt: isInteractive
        ? { question in
          console.writeError(question)
          return readLine()
        } : nil,
      isDryRun: words.global.isDryRun
    )
  }

  private func examine(
    _ name: String?,
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> PluginCommandResult {
    let names = try name.map { [$0] } ?? program.pluginActions.folder.names()
    var result = PluginCommandResult(
      json: ["plugins": .array(names.map { .string($0) })],
      lines: []
    )
    for name in names {
      let problems = await installer(words, program).problems(of: name)
      if problems.isEmpty { result.lines.append("Plugin \(name.quoted): OK") }
      result.problems += problems
    }
    return result
  }

  private func choice(_ words: CommandLineArguments) throws(UsageError)
    -> PluginInstaller.ToolApprovalChoice
  {
    let names = (words.values["allow"] ?? []).flatMap { $0.split(separator: ",").map(String.init) }
    let isAll = words.booleans["allow-all"] == true
    if isAll, !names.isEmpty { throw .conflictingFlags("--allow", "--allow-all") }
    return isAll ? .all : names.isEmpty ? .prompt : .named(names)
  }

  private func manifest(
    _ name: String,
    _ command: some Collection<String>,
    _ words: CommandLineArguments,
    _ program: Program
  ) throws -> PluginManifest {
    guard PluginName.isValid(name) else { throw PluginError.badName(name) }
    guard let path = command.first else { throw UsageError.missingArgument("program, after '--'") }
    let environment = program.environment
    guard path.contains("/") else {
      throw PluginError.relativeCommand(path, found: environment.program(named: path))
    }
    var manifest = PluginManifest(
      name: name,
      command: try environment.absolute(path),
      // Plugins run in a directory of their own, so make relative file arguments absolute.
      arguments: command.dropFirst().map { word in
        guard word.contains("/"), let file = try? environment.absolute(word) else { return word }
        return (try? FileStatus.of(file))??.kind == .regular ? file : word
      }
    )
    manifest.inheritedVariables += words.values["inherit"] ?? []
    for variable in words.values["env"] ?? [] {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw UsageError.invalidChoice(flag: "--env", variable, among: ["NAME=VALUE"])
      }
      manifest.environment[String(parts[0])] = String(parts[1])
    }
    manifest.allowsResources = words.booleans["resources"] == true
    manifest.trustsAnnotations = words.booleans["trust-hints"] == true
    return manifest
  }
}
