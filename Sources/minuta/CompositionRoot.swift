import Foundation
import IntentKit
import IntentRPC
import MinutaCore
import MinutaIntents
import MinutaLog
import MinutaStore
import SystemCalls

/// Puts the parts together: the one place that names concrete types.
struct CompositionRoot: Sendable {
  private let environment: Environment
  private let catalog: BuiltInIntentCatalog
  /// What is done outside the records.
  private let outside: SystemIntents
  /// The workflows of the user.
  let workflows: WorkflowDirectory
  /// Those of them that are done at an event.
  let hooks: HookDispatcher
  /// Where they are done.
  let runs: WorkflowRunRegistry
  /// The plugins of the user.
  let plugins: PluginHost
  /// What they are started in.
  let pluginLaunchContext: PluginLaunchContext

  /// Loads what does not depend on a store.
  init(environment: Environment) {
    self.environment = environment
    catalog = BuiltInIntentCatalog()
    outside = SystemIntents(by: SystemActions(environment))
    workflows = WorkflowDirectory(environment)
    hooks = HookDispatcher(workflows, environment)
    runs = WorkflowRunRegistry(environment)
    pluginLaunchContext = PluginLaunchContext(
      folder: PluginDirectory(
        configuration: environment.configurationFolder,
        state: environment.stateFolder,
        home: environment.home
      ),
      environment: environment.variables
    )
    plugins = PluginHost(pluginLaunchContext)
  }

  /// What the program itself can be asked for.
  var definitions: [IntentDefinition] { catalog.definitions + outside.definitions() }

  /// An engine that knows what can be asked for, and does nothing, as it has no store.
  var definitionEngine: IntentEngine {
    IntentEngine(
      providers: providers(with: DefinitionOnlyProvider(catalog)),
      now: environment.now
    )
  }

  /// All providers, in the order in which an id is looked up.
  private func providers(with tracking: any IntentProvider) -> [any IntentProvider] {
    let plugins = PluginProvider(plugins)
    let workflows = WorkflowProvider(
      workflows,
      beside: [tracking, outside, plugins],
      now: environment.now
    )
    return [tracking, outside, workflows, plugins]
  }

  /// The intent of the program's own of an id; nil where there is none.
  func definition(of id: String) -> IntentDefinition? {
    catalog.definition(of: id) ?? outside.definition(of: id)
  }

  /// The intent of the program's own of a short command; nil where there is none.
  func definition(ofCommand name: String) -> IntentDefinition? {
    catalog.definition(ofCommand: name)
      ?? outside.definitions().first { $0.command?.name == name }
  }

  /// The engine over a store.
  ///
  /// - Parameters:
  ///   - store: the folder that was asked for; nil for the user's own.
  ///   - isDryRun: whether nothing may change.
  ///   - isLongRunning: whether calls are done again and again, so that what is read is worth keeping.
  ///   - includesLocalTimes: as the provider of the built-in intents has it.
  func engine(
    store: String?,
    isDryRun: Bool,
    isLongRunning: Bool = false,
    includesLocalTimes: Bool = true
  ) async throws -> IntentEngine {
    let storage = try storage(store: store)
    await hooks.setDataDirectory(storage.location.path)
    let tracking = TimeTrackingService(
      store: folder(storage, cachesSnapshot: isLongRunning),
      makeID: environment.makeID
    )
    let provider = BuiltInIntentProvider(
      catalog: catalog,
      tracking: tracking,
      timeZone: storage.settings.timeZone ?? environment.timeZone,
      rules: storage.settings.timeRules,
      uptimeSource: UptimeLog(folder: environment.stateFolder),
      includesLocalTimes: includesLocalTimes,
      readFile: { [environment] path in try UserFileReader.read(path, environment) },
      diagnoseConfiguration: ConfigurationValidator(environment: environment).findings
    )
    if isLongRunning || environment.isInteractive { await plugins.enableElicitation() }
    let engine = IntentEngine(
      providers: providers(with: provider),
      now: environment.now,
      runs: runs,
      hooks: hooks
    )
    return isDryRun ? await engine.dryRunCopy() : engine
  }

  /// The folder of the records.
  ///
  /// - Parameters:
  ///   - store: the folder that was asked for; nil for the user's own.
  ///   - cachesSnapshot: whether what is read is kept for the next call.
  func folder(_ store: String?, cachesSnapshot: Bool = false) throws -> DirectoryStore {
    folder(try storage(store: store), cachesSnapshot: cachesSnapshot)
  }

  private func folder(_ storage: StorageConfiguration, cachesSnapshot: Bool) -> DirectoryStore {
    let console = Console(environment)
    let progress = console.supportsProgress ? IndexProgressReporter(console).report : nil
    return DirectoryStore(
      path: storage.location.path,
      machine: storage.machine,
      registry: storage.memory,
      cachesSnapshot: cachesSnapshot,
      index: IndexOptions(
        folder: environment.cacheFolder,
        budget: storage.settings.filesChecked ?? IndexOptions.defaultBudget,
        progress: progress
      )
    )
  }

  /// Where the records are, by the flag for it, the environment, the settings or the default.
  func storage(store: String?) throws -> StorageConfiguration {
    let settings = try Settings(of: environment)
    let choice = try DataDirectoryLocation(flag: store, settings: settings, environment)
    if let output = try LogOutput.file(settings, environment) { AppLogger.start(output) }
    AppLogger.storage.info(
      "Using a data folder",
      ["path": .text(choice.path), "chosenBy": .text(choice.source.rawValue)]
    )
    // What a flag names for one call may well be made and thrown away.
    let learns = choice.source != .flag
    let systemID = try systemID()
    let machine = try MachineID.name(
      in: choice.path,
      systemID: systemID,
      keptIn: environment.stateFolder,
      learns: learns,
      makeID: environment.makeID
    )
    let isOfSystem = systemID.map(MachineID.name(systemID:)) == machine
    return StorageConfiguration(
      location: choice,
      settings: settings,
      machine: machine,
      memory: DataDirectoryRegistryFile(
        folder: environment.stateFolder,
        learns: learns,
        systemMachine: isOfSystem ? machine : nil
      )
    )
  }

  /// What tells that the answers about a store may have changed: it was written to, by
  /// whomever, or a day began.
  ///
  /// - Parameter store: the folder that was asked for; nil for the user's own.
  func changes(store: String?) throws -> ChangeSource {
    let storage = try storage(store: store)
    let watch = StoreWatcher(path: storage.location.path, machine: storage.machine)
    let rules = storage.settings.timeRules
    let zone = storage.settings.timeZone ?? environment.timeZone
    let days = DayBoundaryClock(
      of: LocalCalendar(timeZone: zone, dayStart: rules.dayStart, weekStart: rules.weekStart),
      now: environment.now
    )
    return ChangeSource(now: environment.now, timeZone: zone) {
      do throws(SystemError) {
        return .merging([try watch.changes(), days.boundaries()])
      } catch {
        throw error.liveChangesUnavailable(in: storage.location.path)
      }
    }
  }

  private func systemID() throws(TrackingError) -> [UInt8]? {
    do throws(SystemError) {
      return try environment.systemID.get()
    } catch {
      throw .storeUnreadable(path: error.path ?? "/etc/machine-id", reason: error.reason)
    }
  }
}
