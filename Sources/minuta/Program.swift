import Foundation
import IntentKit
import IntentRPC
import JSONText
import MinutaCore
import MinutaDesktop
import MinutaIntents
import MinutaLog
import MinutaStore
import SystemCalls

/// The command-line program: its parts, and the command that it runs.
///
/// A part that few commands use is created on first use. No other type of the program creates an
/// engine.
struct Program: Sendable {
  static let version = "0.1.0"

  let environment: Environment
  /// The directory of the user's workflows.
  let workflows: WorkflowDirectory
  /// The dispatcher of the user's hooks, which are workflows that run on events.
  let hooks: HookDispatcher
  /// The registry of the workflow runs in progress.
  let runs: Lazy<WorkflowRunRegistry>
  /// The host that starts and stops the user's plugins.
  private let plugins: Lazy<PluginHost>
  let catalog = BuiltInIntentCatalog()

  init(environment: Environment) {
    self.environment = environment
    workflows = WorkflowDirectory(environment)
    hooks = HookDispatcher(workflows, environment)
    runs = Lazy { WorkflowRunRegistry(environment) }
    plugins = Lazy {
      PluginHost(environment.pluginLaunchContext, canElicit: environment.isInteractive)
    }
  }

  /// Runs a command, then waits for the workflow runs and stops the plugins that it started.
  ///
  /// - Returns: The exit code.
  func run(_ words: [String]?) async -> Int32 {
    if let zone = environment.unknownTimeZone {
      let used = environment.timeZone.name
      Console(environment).printError(
        "minuta: Unknown time zone '\(zone)' in TZ; using \(used)."
      )
    }
    let hasStore = words?.contains { $0.hasPrefix("--store") } ?? false
    let store = hasStore ? GlobalFlags(among: words ?? []).store : nil
    let flag = store.map { " --store \($0.quotedForShell)" } ?? ""
    let code = await $minuta.withValue("minuta\(flag)") { await perform(words) }
    await runs.valueIfCreated?.finish()
    await hooks.dispatchInBackground()
    await plugins.valueIfCreated?.stop()
    await Signals.waitForTermination()
    return code
  }

  private func perform(_ words: [String]?) async -> Int32 {
    do {
      guard let words else { throw Failure.notUTF8 }
      return try await run(CommandLineArguments(words == ["--version"] ? ["version"] : words))
    } catch let closed as Console.WriteError {
      Console(environment).printError("minuta: \(closed.sentence)")
      return 1
    } catch {
      return report(error, wantsJSON: GlobalFlags(among: words ?? []).wantsJSON)
    }
  }

  /// Runs a command.
  private func run(_ words: CommandLineArguments) async throws -> Int32 {
    let resolved = try await resolve(words)
    do {
      switch resolved.target {
      case nil: return try await runWithoutCommand(resolved.arguments.global)
      case .intent(let intent): return try await intent.run(resolved.arguments, self)
      case .command(let command):
        do {
          return try await run(command, resolved.arguments)
        } catch let failure as Failure where failure.code == "usage" && failure.explanation.isEmpty
        {
          let examples =
            CommandHelp.all(definitions).first { $0.name == command.name }?.examples ?? []
          throw failure.explained(CommandAnswer.lines(command.usage, examples))
        }
      }
    } catch let failure as Failure {
      guard let alias = resolved.alias else { throw failure }
      throw failure.naming(alias: alias.name, alias.words)
    }
  }

  private func run(_ command: any Command, _ words: CommandLineArguments) async throws -> Int32 {
    var arguments = words
    try arguments.parse(for: command)
    if arguments.global.wantsHelp, !command.takesRawArguments || arguments.positionals.isEmpty {
      try HelpPrinter(self).show(command)
      return 0
    }
    try startLog(arguments.global)
    do {
      if !command.takesRawArguments { try await command.check(arguments, self) }
      return try await command.perform(arguments, self)
    } catch let failure as Failure {
      guard !command.takesRawArguments, isConfirmed(failure, arguments.global) else {
        throw failure
      }
      arguments.insert(["--yes"])
      try arguments.parse(flags: [])
      return try await command.perform(arguments, self)
    }
  }

  /// Returns whether a person at the terminal gives the confirmation without which a command failed.
  private func isConfirmed(_ failure: Failure, _ global: GlobalFlags) -> Bool {
    guard environment.isInteractive, global.allowsInput, !global.wantsJSON, !global.isDryRun,
      let request = failure.inputRequest, request.fields.map(\.name) == ["confirm"]
    else { return false }
    let answers = TerminalPrompt(console: Console(environment)).answers(to: request)
    return answers?["confirm"] == true
  }

  private func runWithoutCommand(_ global: GlobalFlags) async throws -> Int32 {
    if global.wantsHelp {
      try HelpPrinter(self, allowsPager: global.allowsPager).showOverview()
      return 0
    }
    let isCall = global.wantsJSON || global.isDryRun || global.isConfirmed || global.key != nil
    if isCall { throw Failure.noCommand }
    return try await StartPage(self, global).show()
  }

  /// Starts logging to standard error if the flags or the environment enable it.
  func startLog(_ global: GlobalFlags) throws(Failure) {
    guard let output = try LogOutput.standardError(global, environment) else { return }
    AppLogger.start(output)
    AppLogger.app.debug(
      "Started",
      [
        "version": .text(Self.version), "timeZone": .text(environment.timeZone.identifier),
      ]
    )
  }

  private func report(_ error: any Error, wantsJSON: Bool) -> Int32 {
    let printer = OutcomePrinter(console: Console(environment), wantsJSON: wantsJSON)
    return (try? printer.print(outcome(of: error))) ?? 1
  }

  /// Returns the outcome that reports an error.
  func outcome(of error: any Error) -> Outcome { .failed(failure(of: error)) }

  /// Returns the failure that reports an error.
  func failure(of error: any Error) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as TrackingError:
      error.failure(now: environment.now(), timeZone: environment.timeZone)
    default: Failure(code: "internal", message: "\(error).")
    }
  }
}

extension Program {
  /// The definitions of the built-in intents.
  var definitions: [IntentDefinition] { catalog.definitions + systemIntents().definitions() }

  /// Returns the provider of the system intents, such as the one that shows a notification.
  ///
  /// - Parameter storage: the data folder, whose calendar is that of local times in files; nil for
  ///   days that begin at midnight.
  private func systemIntents(_ storage: StorageConfiguration? = nil) -> SystemIntentProvider {
    let days = storage?.days ?? LocalCalendar(timeZone: environment.timeZone)
    return SystemIntentProvider(by: SystemActions(environment, days: days, storage: storage))
  }

  /// Returns the definitions of all intents, including those of workflows and plugins.
  func allDefinitions() async -> [IntentDefinition] { await definitionEngine.definitions() }

  /// Returns the built-in intent with an id; nil if there is none.
  func builtInDefinition(of id: String) -> IntentDefinition? {
    catalog.definition(of: id) ?? systemIntents().definitions().first { $0.id == id }
  }

  /// Returns the built-in intent with a command; nil if there is none.
  func definition(ofCommand name: String) -> IntentDefinition? {
    catalog.definition(ofCommand: name)
      ?? systemIntents().definitions().first { $0.command?.name == name }
  }

  /// Returns the intent with an id, including workflows and plugins; nil if there is none.
  func definition(of id: String) async throws(Failure) -> IntentDefinition? {
    if let definition = try await definitionEngine.definition(of: id) { return definition }
    if let hook = try workflows.workflow(id)?.hook {
      throw .hookNotCallable(workflows.file(of: id), event: hook.event)
    }
    return nil
  }

  /// Returns the definition of an intent that was called; nil if there is none any more.
  func knownDefinition(of id: String) async -> IntentDefinition? {
    (try? await definitionEngine.definition(of: id)) ?? nil
  }

  /// Warns about files that should define intents or hooks but can't be used.
  ///
  /// - Parameter kind: the kind of files; nil for all.
  func warnAboutSkippedDefinitions(_ console: Console, _ kind: SkippedDefinition.Kind? = nil) async
  {
    for skipped in await definitionEngine.skippedDefinitions()
    where kind ?? skipped.kind == skipped.kind {
      console.printError("minuta: " + skipped.error.notice)
    }
  }

  /// An engine that can look up intents but not perform them, since it has no data folder.
  var definitionEngine: IntentEngine {
    let days = LocalCalendar(timeZone: environment.timeZone)
    return IntentEngine(
      providers: providers(with: DefinitionOnlyProvider(catalog: catalog, days: days)),
      now: environment.now
    )
  }

  /// Returns all intent providers, in the order in which they are asked for an intent.
  ///
  /// - Parameters:
  ///   - tracking: the provider of the time tracking intents.
  ///   - storage: the data folder; nil if intents are only looked up.
  private func providers(
    with tracking: any IntentProvider,
    storage: StorageConfiguration? = nil
  ) -> [any IntentProvider] {
    let systemIntents = systemIntents(storage)
    let plugins = PluginProvider { [plugins] in plugins.value }
    let workflows = WorkflowProvider(
      workflows,
      beside: [tracking, systemIntents, plugins],
      now: environment.now
    )
    return [tracking, systemIntents, workflows, plugins]
  }
}

extension Program {
  /// Creates an engine for the data folder that the flags select.
  ///
  /// - Parameters:
  ///   - isLongRunning: whether the process performs many calls, so that caching pays off.
  ///   - printsTextOnly: whether no JSON is printed, so that results need no local times.
  ///   - willCall: is called before each call that reads or changes the data folder.
  func engine(
    _ global: GlobalFlags,
    isLongRunning: Bool = false,
    printsTextOnly: Bool = false,
    willCall: (@Sendable () -> Void)? = nil
  ) async throws -> IntentEngine {
    let storage = try StorageConfiguration(global, environment)
    var rules = storage.settings.timeRules
    rules.durations = global.durations ?? rules.durations
    await hooks.setDataDirectory(storage.location.path)
    let includesJSON = !printsTextOnly || global.form != .text
    let provider = BuiltInIntentProvider(
      catalog: catalog,
      tracking: TimeTrackingService(
        store: storage.open(cachesSnapshot: isLongRunning),
        makeID: environment.makeID,
        willCall: willCall
      ),
      timeZone: storage.timeZone,
      rules: rules,
      uptimeSource: UptimeLog(folder: environment.stateFolder),
      includesLocalTimes: includesJSON,
      readFile: { [environment] in try UserFileReader.read($0, for: $1, environment) },
      exportOutput: ExportOutput(
        environment,
        outside: [storage.location.path],
        printsContent: printsTextOnly && !global.wantsJSON
      ),
      reportService: SystemReportService(
        environment: environment,
        dataFolder: storage.location.path
      ),
      askAboutAbsence: { [environment] in
        AbsenceQuestion.start(environment, dataFolder: storage.location.path)
      },
      failedHooks: { [environment] in
        includesJSON ? FailedHooks(environment: environment).ids.count : 0
      },
      diagnoseConfiguration: { engine in
        let installed = InstallationCheck(environment: environment).diagnosis()
        let hooks = FailedHooks(environment: environment).notices.map {
          StoreFinding(Failure(code: "hookFailed", message: $0.value))
        }
        let findings =
          await ConfigurationValidator(program: self).findings(engine)
          + storage.historyFindings()
        return ConfigurationDiagnosis(
          findings: findings + installed.findings + hooks,
          checks: (findings.isEmpty ? ["Settings, workflows, plugins and keys are valid."] : [])
            + installed.checks
        )
      }
    )
    if isLongRunning { await plugins.value.enableElicitation() }
    let engine = IntentEngine(
      providers: providers(with: provider, storage: storage),
      now: environment.now,
      runs: { [runs] in runs.value },
      hooks: hooks
    )
    return global.isDryRun ? await engine.dryRunCopy() : engine
  }

  /// Returns the recorded batch runs for the data folder that the flags select.
  func batches(_ global: GlobalFlags) throws -> BatchRunStore {
    try StorageConfiguration(global, environment).open().batches
  }
}
