import Foundation
import IntentKit
import IntentRPC
import MinutaCore
import MinutaDesktop
import MinutaIntents
import MinutaLog
import MinutaStore
import SystemCalls

/// The command-line program: parses the command line and runs the command in it.
struct Program: Sendable {
  static let version = "0.1.0"

  let environment: Environment
  private let composition: CompositionRoot

  init(environment: Environment) {
    self.environment = environment
    composition = CompositionRoot(environment: environment)
  }

  /// The definitions of the built-in intents.
  var definitions: [IntentDefinition] { composition.definitions }

  /// An engine that can look up intents but not perform them.
  var definitionEngine: IntentEngine { composition.definitionEngine }

  /// Returns the definitions of all intents, including those of workflows and plugins.
  func allDefinitions() async -> [IntentDefinition] {
    await composition.definitionEngine.definitions()
  }

  /// Warns about files that should define intents or hooks but can't be used.
  ///
  /// - Parameter kind: the kind of files; nil for all.
  func warnAboutSkippedDefinitions(_ console: Console, _ kind: SkippedDefinition.Kind? = nil) async
  {
    for skipped in await definitionEngine.skippedDefinitions()
    where kind ?? skipped.kind == skipped.kind {
      console.printError("minuta: \(skipped.error.message.escapedForTerminal)")
    }
  }

  /// Returns the intent with an id, including workflows and plugins; nil if there is none.
  func definition(of id: String) async throws(IntentError) -> IntentDefinition? {
    if let definition = composition.definition(of: id) { return definition }
    if let definition = try await composition.definitionEngine.definition(of: id) {
      return definition
    }
    if let hook = try workflows.workflow(id)?.hook {
      throw UsageError.hookNotCallable(workflows.file(of: id), event: hook.event).intentError
    }
    return nil
  }

  /// Returns the built-in intent with a short command; nil if there is none.
  func definition(ofCommand name: String) -> IntentDefinition? {
    composition.definition(ofCommand: name)
  }

  /// The actions of `minuta plugin` that don't need to inspect the running plugin.
  var pluginActions: PluginActions {
    PluginActions(
      folder: composition.pluginLaunchContext.folder,
      launchContext: composition.pluginLaunchContext
    )
  }

  /// Runs a command, then waits for the workflow runs and stops the plugins that it started.
  ///
  /// - Returns: The exit code.
  func run(_ words: [String]?) async -> Int32 {
    let code = await perform(words)
    await composition.runs.finish()
    await hooks.dispatchInBackground()
    await composition.plugins.stop()
    await Signals.waitForTermination()
    return code
  }

  /// The directory of the user's workflows.
  var workflows: WorkflowDirectory { composition.workflows }

  /// The registry of the workflow runs in progress.
  var runs: WorkflowRunRegistry { composition.runs }

  /// The dispatcher of the user's hooks.
  var hooks: HookDispatcher { composition.hooks }

  private func perform(_ words: [String]?) async -> Int32 {
    do {
      guard let words else { throw UsageError.notUTF8 }
      if words.isEmpty {
        try HelpPrinter.showQuickStart(environment)
        return 0
      }
      if words == ["--version"] {
        return try await run(CommandLineArguments(leading: ["version"], global: GlobalFlags()))
      }
      return try await run(CommandLineArguments(leading: words, global: GlobalFlags()))
    } catch let closed as Console.WriteError {
      Console(environment).printError("minuta: \(closed.sentence)")
      return 1
    } catch {
      return report(error, wantsJSON: words?.contains("--json") ?? false)
    }
  }

  private func run(_ words: CommandLineArguments) async throws -> Int32 {
    guard let word = words.positionals.first else {
      if !words.global.wantsHelp { throw UsageError.noCommand }
      try await HelpCommand().printOverview(self)
      return 0
    }
    guard let command = Commands.all.first(where: { $0.name == word }) else {
      return try await IntentResolver(word).run(words.rest, words.global, self)
    }
    // A command such as `run` first reads the file or intent that its argument names. Only then can
    // it parse the words after that.
    let own =
      command.takesRawArguments
      ? try CommandLineArguments(leading: words.rest, flags: command.flags, global: words.global)
      : try CommandLineArguments(words.rest, flags: command.flags, global: words.global)
    if own.global.wantsHelp, !command.takesRawArguments || own.positionals.isEmpty {
      try HelpCommand().printHelp(of: command, self)
      return 0
    }
    try startLog(own.global)
    return try await command.run(own, self)
  }

  /// Starts logging to standard error if the flags or the environment enable it.
  func startLog(_ global: GlobalFlags) throws(UsageError) {
    guard let output = try LogOutput.standardError(global, environment) else { return }
    AppLogger.start(output)
    AppLogger.app.debug(
      "Started",
      [
        "version": .text(Self.version), "timeZone": .text(environment.timeZone.identifier),
      ]
    )
  }

  /// Returns the configuration of the data folder that the flags select.
  func storage(_ global: GlobalFlags) throws -> StorageConfiguration {
    try composition.storage(store: global.store)
  }

  /// Creates an engine for the data folder that the flags select.
  ///
  /// - Parameter printsTextOnly: whether no JSON is printed, so that results need no local times.
  func engine(
    _ global: GlobalFlags,
    isLongRunning: Bool = false,
    printsTextOnly: Bool = false
  ) async throws -> IntentEngine {
    try await composition.engine(
      store: global.store,
      isDryRun: global.isDryRun,
      isLongRunning: isLongRunning,
      includesLocalTimes: !printsTextOnly || global.wantsJSON
    )
  }

  /// Returns the events after which cached results may be stale, such as a write to the data
  /// folder.
  func changes(_ global: GlobalFlags) throws -> ChangeEventSource {
    try composition.changes(store: global.store)
  }

  /// Returns the recorded batch runs for the data folder that the flags select.
  func batches(_ global: GlobalFlags) throws -> BatchRunStore {
    try composition.folder(global.store).batches
  }

  private func report(_ error: any Error, wantsJSON: Bool) -> Int32 {
    let printer = OutcomePrinter(console: Console(environment), wantsJSON: wantsJSON)
    return (try? printer.print(outcome(of: error))) ?? 1
  }

  /// Returns the outcome that reports an error.
  func outcome(of error: any Error) -> Outcome {
    switch error {
    case let error as UsageError: error.outcome
    case let error as IntentError: error.outcome
    case let error as PluginError: error.intentError.outcome
    case let error as DesktopError: .failed(error.outcomeError)
    case let error as TrackingError:
      error.outcome(now: environment.now(), timeZone: environment.timeZone)
    default: .failed(OutcomeError(.failure, code: "internal", message: "\(error)."))
    }
  }
}
