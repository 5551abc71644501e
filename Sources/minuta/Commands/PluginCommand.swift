import IntentKit
import IntentRPC
import JSONText
import SystemCalls

/// Adds, lists and maintains plugins, whose tools become intents.
struct PluginCommand: Command {
  let name = "plugin"
  let usage = "plugin ACTION [NAME] [-- COMMAND]"
  let summary = "Add and manage plugins"
  let group = "Automation"
  let examples = [
    "plugin add time --allow-all -- /usr/bin/mcp-server-time",
    "plugin list",
    "plugin doctor time",
  ]
  var flags: [Flag] {
    [
      Flag("--allow TOOL,...", "Allow these tools", isList: true),
      Flag("--allow-all", "Allow all of its current tools"),
      Flag(
        "--env NAME=VALUE",
        "Set a variable (only HOME, LANG, PATH, TZ are inherited)",
        isList: true
      ),
      Flag("--inherit NAME", "Let it inherit a variable", isList: true),
      Flag("--resources", "Allow reading its resources"),
      Flag("--trust-hints", "Trust its hints about tools, as in dry runs"),
    ]
  }
  let flagsTitle = "Flags of add"

  var actions: [CommandAction] {
    [
      action("add NAME [FLAGS] -- COMMAND ARG...", "Start the server, show its tools and add it") {
        words,
        program in
        let manifest = try manifest(words, program.environment)
        return try await installer(words, program).add(manifest, try choice(words))
      },
      action("allow NAME [TOOL...]", "Allow more tools") { words, program in
        let (name, tools) = (words.positionals[0], Array(words.positionals.dropFirst()))
        let choice = try tools.isEmpty ? choice(words) : .named(tools)
        return try await installer(words, program).allow(name, choice)
      },
      action("doctor [NAME]", "Start plugins and report problems", run: examine),
      action("list", "List the plugins and their intents", run: list),
      action("remove NAME", "Remove a plugin", run: remove),
      action("run NAME", "Run the plugin's server in this terminal") { words, program in
        try runInForeground(words.positionals[0], program.environment)
      },
      action("show NAME", "Show a plugin's configuration and tools", run: show),
      action("update NAME", "Show what has changed, and accept the changes") { words, program in
        try await installer(words, program)
          .update(words.positionals[0], isConfirmed: words.global.isConfirmed)
      },
    ]
  }

  /// Creates an action that prints its result.
  private func action(
    _ usage: String,
    _ help: String,
    run: @escaping (CommandLineArguments, Program) async throws -> PluginCommandResult
  ) -> CommandAction {
    CommandAction(usage, help) { words, program in
      try await run(words, program)
        .print(on: Console(program.environment), asJSON: words.global.wantsJSON)
    }
  }

  func values(of noun: String, after words: [String], _ program: Program) async -> [String] {
    let folder = program.environment.pluginLaunchContext.folder
    return switch (noun, words.first) {
    case (_, "add"), (_, nil): []
    case ("NAME", _): (try? folder.names()) ?? []
    case ("TOOL", _): ((try? folder.manifest(of: words[1]))?.tools ?? []).map(\.name)
    default: []
    }
  }

  private func installer(
    _ words: CommandLineArguments,
    _ program: Program
  ) -> PluginInstaller {
    let (environment, global) = (program.environment, words.global)
    let console = Console(environment)
    let isInteractive = environment.isInteractive && !global.wantsJSON && global.allowsInput
    return PluginInstaller(
      launchContext: environment.pluginLaunchContext,
      console: console,
      prompt: isInteractive
        ? { question in
          console.writeError(question)
          return console.readLine()
        } : nil,
      isDryRun: global.isDryRun
    )
  }

  /// Lists all plugins; unusable ones are reported as problems.
  private func list(
    _ words: CommandLineArguments,
    _ program: Program
  ) throws -> PluginCommandResult {
    let folder = program.environment.pluginLaunchContext.folder
    var result = PluginCommandResult(json: [:], lines: [])
    var plugins: [JSONValue] = []
    for name in try folder.names() {
      do throws(Failure) {
        let manifest = try folder.manifest(of: name)
        plugins.append(.object(manifest.summary))
        let words = [manifest.command] + manifest.arguments
        result.lines.append("\(name)  \(words.joined(separator: " "))")
        result.lines += manifest.intentLines
      } catch {
        result.problems.append(error.notice)
      }
    }
    result.json["plugins"] = .array(plugins)
    if result.lines.isEmpty, result.problems.isEmpty {
      result.lines = ["There are no plugins. Add one.", "  \(minuta) plugin add NAME -- PROGRAM"]
    }
    return result
  }

  /// Starts plugins and reports their problems.
  private func examine(
    _ words: CommandLineArguments,
    _ program: Program
  ) async throws -> PluginCommandResult {
    let folder = program.environment.pluginLaunchContext.folder
    let names = try words.positionals.isEmpty ? folder.names() : words.positionals
    let installer = installer(words, program)
    var result = PluginCommandResult(
      json: ["plugins": .array(names.map { .string($0) })],
      lines: []
    )
    for name in names {
      let problems = await installer.problems(of: name)
      if problems.isEmpty { result.lines.append("Plugin \(name.quoted): OK") }
      result.problems += problems
    }
    return result
  }

  /// Shows the saved manifest of a plugin.
  private func show(
    _ words: CommandLineArguments,
    _ program: Program
  ) throws -> PluginCommandResult {
    let (name, folder) = (words.positionals[0], program.environment.pluginLaunchContext.folder)
    let manifest = try folder.manifest(of: name)
    let reports = manifest.tools.map { ToolApprovalReport(tool: $0, plugin: name) }
    var json = manifest.summary
    json["tools"] = .array(reports.map { .object($0.json) })
    let words = [manifest.command] + manifest.arguments
    var lines = [
      "\(name): \(words.joined(separator: " "))", "Manifest: \(folder.file(of: name))",
      "Working directory: \(folder.workingDirectory(of: name))", "Log: \(folder.log(of: name))",
      "Inherited variables: \(manifest.inheritedVariables.joined(separator: ", "))",
    ]
    if !manifest.environment.isEmpty {
      lines.append("Set variables: \(manifest.environment.keys.sorted().joined(separator: ", "))")
    }
    lines += reports.flatMap(\.lines)
    return PluginCommandResult(json: json, lines: lines, problems: manifest.hiddenToolWarnings)
  }

  /// Removes a plugin by deleting its manifest.
  private func remove(
    _ words: CommandLineArguments,
    _ program: Program
  ) throws -> PluginCommandResult {
    let (name, isDryRun) = (words.positionals[0], words.global.isDryRun)
    let folder = program.environment.pluginLaunchContext.folder
    if isDryRun {
      _ = try folder.manifest(of: name)
    } else {
      try folder.remove(name)
    }
    let action = isDryRun ? "Would remove" : "Removed"
    let note = isDryRun ? " \(Notice.dryRunNote)" : ""
    return PluginCommandResult(
      json: ["plugin": .string(name), "removed": .bool(!isDryRun)],
      lines: [
        "\(action) the plugin \(name.quoted), keeping its folder '\(folder.workingDirectory(of: name))'.\(note)"
      ]
    )
  }

  /// Replaces this process by the plugin, started in the same way as for a call.
  private func runInForeground(
    _ name: String,
    _ environment: Environment
  ) throws -> Never {
    let launchContext = environment.pluginLaunchContext
    let manifest = try launchContext.folder.approvedManifest(of: name)
    let program = try launchContext.program(of: manifest)
    do throws(SystemError) {
      try replaceProcess(
        with: program.command,
        program.arguments,
        environment: program.environment,
        folder: program.folder
      )
    } catch {
      throw Failure.unreadableFile(program.command, reason: error.reason)
    }
  }

  private func choice(_ words: CommandLineArguments) throws(Failure)
    -> PluginInstaller.ToolApprovalChoice
  {
    let names = (words.values["allow"] ?? []).flatMap { $0.split(separator: ",").map(String.init) }
    let isAll = words.booleans["allow-all"] == true
    if isAll, !names.isEmpty { throw .conflictingFlags("--allow", "--allow-all") }
    return isAll ? .all : names.isEmpty ? .prompt : .named(names)
  }

  private func manifest(
    _ words: CommandLineArguments,
    _ environment: Environment
  ) throws -> PluginManifest {
    let (name, command) = (words.positionals[0], words.positionals.dropFirst())
    guard PluginName.isValid(name) else { throw Failure.badPluginName(name) }
    guard let word = command.first else { throw Failure.missingArgument("program, after '--'") }
    let path = try environment.absolute(word)
    guard let program = word.contains("/") ? path : environment.program(named: word) else {
      throw Failure.relativeCommand(word, found: path.isExistingFile ? path : nil)
    }
    var manifest = PluginManifest(
      name: name,
      command: program,
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
        throw Failure.invalidChoice(flag: "--env", variable, among: ["NAME=VALUE"])
      }
      manifest.environment[String(parts[0])] = String(parts[1])
    }
    manifest.allowsResources = words.booleans["resources"] == true
    manifest.trustsAnnotations = words.booleans["trust-hints"] == true
    return manifest
  }
}

extension Environment {
  /// The directories and the environment with which plugins are started.
  var pluginLaunchContext: PluginLaunchContext {
    PluginLaunchContext(
      folder: PluginDirectory(configuration: configurationFolder, state: stateFolder, home: home),
      environment: variables
    )
  }
}
