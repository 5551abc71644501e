import Foundation
import IntentKit
import IntentRPC
import MinutaCore
import MinutaDesktop
import MinutaIntents
import MinutaLog
import MinutaStore
import SystemCalls

/// The command line: finds what a line of words asks for and does it.
struct Program: Sendable {
  static let version = "0.1.0"

  let environment: Environment
  private let composition: CompositionRoot

  init(environment: Environment) {
    self.environment = environment
    composition = CompositionRoot(environment: environment)
  }

  /// What can be asked for.
  var definitions: [IntentDefinition] { composition.definitions }

  /// An engine that knows what can be asked for, and does nothing.
  var definitionEngine: IntentEngine { composition.definitionEngine }

  /// What can be asked for, of workflows and plugins as well.
  func allDefinitions() async -> [IntentDefinition] {
    await composition.definitionEngine.definitions()
  }

  /// Names the files that should define intents or hooks and can't be used.
  ///
  /// - Parameter kind: the kind of files; nil for all.
  func warnAboutSkippedDefinitions(_ console: Console, _ kind: SkippedDefinition.Kind? = nil) async
  {
    for skipped in await definitionEngine.skippedDefinitions()
    where kind ?? skipped.kind == skipped.kind {
      console.printError("minuta: \(skipped.error.message.escapedForTerminal)")
    }
  }

  /// The intent of an id, a workflow's or a plugin's as well; nil where there is none.
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

  /// The built-in intent of a short command; nil where there is none.
  func definition(ofCommand name: String) -> IntentDefinition? {
    composition.definition(ofCommand: name)
  }

  /// Where plugins are looked after.
  var pluginActions: PluginActions {
    PluginActions(
      folder: composition.pluginLaunchContext.folder,
      launchContext: composition.pluginLaunchContext
    )
  }

  /// Does what the words ask for, and ends what was started for it.
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

  /// The workflows of the user.
  var workflows: WorkflowDirectory { composition.workflows }

  /// Where they are done.
  var runs: WorkflowRunRegistry { composition.runs }

  /// The hooks among them.
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
    // What follows a file or an id is sorted by what that is.
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

  /// Starts the log to standard error, where the flags or the environment ask for one.
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

  /// The folder of the records, where the flags name none.
  func storage(_ global: GlobalFlags) throws -> StorageConfiguration {
    try composition.storage(store: global.store)
  }

  /// An engine over the store that the flags name; `isLongRunning` as the composition has it.
  ///
  /// - Parameter printsTextOnly: whether only the sentence and the table of an answer are printed,
  ///   which have no use for the local times in its value.
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

  /// What tells that the answers about that store may have changed.
  func changes(_ global: GlobalFlags) throws -> ChangeSource {
    try composition.changes(store: global.store)
  }

  /// What is known of the batches that were run over the store that the flags name.
  func batches(_ global: GlobalFlags) throws -> BatchRunStore {
    try composition.folder(global.store).batches
  }

  private func report(_ error: any Error, wantsJSON: Bool) -> Int32 {
    let printer = OutcomePrinter(console: Console(environment), wantsJSON: wantsJSON)
    return (try? printer.print(outcome(of: error))) ?? 1
  }

  /// An error as an outcome tells it.
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
