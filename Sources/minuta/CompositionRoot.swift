import Foundation
import IntentKit
import IntentRPC
import MinutaCore
import MinutaIntents
import MinutaLog
import MinutaStore
import SystemCalls

/// Creates the program's parts and connects them; no other type names the concrete types.
struct CompositionRoot: Sendable {
  private let environment: Environment
  private let catalog: BuiltInIntentCatalog
  /// The provider of the intents that act outside the data folder, such as showing a notification.
  private let outside: SystemIntentProvider
  /// The directory of the user's workflows.
  let workflows: WorkflowDirectory
  /// The dispatcher of hooks, which are workflows that run on events.
  let hooks: HookDispatcher
  /// The registry of the workflow runs in progress.
  let runs: WorkflowRunRegistry
  /// The host that starts and stops the user's plugins.
  let plugins: PluginHost
  /// The environment that plugins are started in.
  let pluginLaunchContext: PluginLaunchContext

  /// Loads everything that doesn't depend on a data folder.
  init(environment: Environment) {
    self.environment = environment
    catalog = BuiltInIntentCatalog()
    outside = SystemIntentProvider(by: SystemActions(environment))
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

  /// The definitions of the built-in intents.
  var definitions: [IntentDefinition] { catalog.definitions + outside.definitions() }

  /// An engine that can look up intents but not perform them, since it has no data folder.
  var definitionEngine: IntentEngine {
    IntentEngine(
      providers: providers(with: DefinitionOnlyProvider(catalog)),
      now: environment.now
    )
  }

  /// Returns all intent providers, in the order in which they are asked for an intent.
  ///
  /// - Parameter tracking: the provider of the time tracking intents.
  private func providers(with tracking: any IntentProvider) -> [any IntentProvider] {
    let plugins = PluginProvider(plugins)
    let workflows = WorkflowProvider(
      workflows,
      beside: [tracking, outside, plugins],
      now: environment.now
    )
    return [tracking, outside, workflows, plugins]
  }

  /// Returns the built-in intent with an id; nil if there is none.
  func definition(of id: String) -> IntentDefinition? {
    catalog.definition(of: id) ?? outside.definition(of: id)
  }

  /// Returns the built-in intent with a short command; nil if there is none.
  func definition(ofCommand name: String) -> IntentDefinition? {
    catalog.definition(ofCommand: name)
      ?? outside.definitions().first { $0.command?.name == name }
  }

  /// Creates an engine for a data folder.
  ///
  /// - Parameters:
  ///   - store: the folder given by `--store`; nil for the user's default.
  ///   - isDryRun: whether to prevent all changes.
  ///   - isLongRunning: whether the process performs many calls, so that caching pays off.
  ///   - includesLocalTimes: whether results contain local times.
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

  /// Opens the data folder.
  ///
  /// - Parameters:
  ///   - store: the folder given by `--store`; nil for the user's default.
  ///   - cachesSnapshot: whether to cache the snapshot for the next call.
  func folder(_ store: String?, cachesSnapshot: Bool = false) throws -> DirectoryStore {
    folder(try storage(store: store), cachesSnapshot: cachesSnapshot)
  }

  private func folder(_ storage: StorageConfiguration, cachesSnapshot: Bool) -> DirectoryStore {
    let console = Console(environment)
    let progress = console.supportsProgress ? IndexProgressReporter(console).report : nil
    return DirectoryStore(
      path: storage.location.path,
      machine: storage.machine,
      registry: storage.registry,
      cachesSnapshot: cachesSnapshot,
      index: IndexCacheOptions(
        folder: environment.cacheFolder,
        budget: storage.settings.filesChecked ?? IndexCacheOptions.defaultBudget,
        progress: progress
      )
    )
  }

  /// Returns the configuration of the data folder chosen by `--store`, the environment, the
  /// settings or the default.
  func storage(store: String?) throws -> StorageConfiguration {
    let settings = try Settings(of: environment)
    let choice = try DataDirectoryLocation(flag: store, settings: settings, environment)
    if let output = try LogOutput.file(settings, environment) { AppLogger.start(output) }
    AppLogger.storage.info(
      "Using a data folder",
      ["path": .text(choice.path), "chosenBy": .text(choice.source.rawValue)]
    )
    // A folder given by `--store` may be temporary, so don't remember it in the state directory.
    let isLasting = choice.source != .flag
    let systemID = try systemID()
    let machine = try MachineID.name(
      in: choice.path,
      systemID: systemID,
      keptIn: environment.stateFolder,
      learns: isLasting,
      makeID: environment.makeID
    )
    let isOfSystem = systemID.map(MachineID.name(systemID:)) == machine
    return StorageConfiguration(
      location: choice,
      settings: settings,
      machine: machine,
      registry: DataDirectoryRegistryFile(
        folder: environment.stateFolder,
        addsFolders: isLasting,
        systemMachine: isOfSystem ? machine : nil
      )
    )
  }

  /// Returns the events after which cached results may be stale: a write to the data folder by any
  /// process, or the start of a day.
  ///
  /// - Parameter store: the folder given by `--store`; nil for the user's default.
  func changes(store: String?) throws -> ChangeEventSource {
    let storage = try storage(store: store)
    let watch = StoreWatcher(path: storage.location.path, machine: storage.machine)
    let rules = storage.settings.timeRules
    let zone = storage.settings.timeZone ?? environment.timeZone
    let days = DayBoundaryClock(
      of: LocalCalendar(timeZone: zone, dayStart: rules.dayStart, weekStart: rules.weekStart),
      now: environment.now
    )
    return ChangeEventSource(now: environment.now, timeZone: zone) {
      do throws(SystemError) {
        return [try watch.changes(), days.boundaries()]
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
