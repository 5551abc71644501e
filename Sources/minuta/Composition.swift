import Foundation
import IntentKit
import IntentRPC
import MinutaCore
import MinutaIntents
import MinutaLog
import MinutaStore
import SystemCalls

/// Puts the parts together: the one place that names concrete types.
struct Composition: Sendable {
  private let surroundings: Surroundings
  private let catalogue: BuiltInCatalogue
  /// What is done outside the records.
  private let outside: OutsideProvider
  /// The workflows of the user.
  let workflows: WorkflowFolder
  /// Those of them that are done at an event.
  let hooks: HookDesk
  /// Where they are done.
  let runs: RunDesk
  /// The plugins of the user.
  let plugins: PluginHost
  /// What they are started in.
  let pluginSurroundings: PluginSurroundings

  /// Loads what does not depend on a store.
  init(surroundings: Surroundings) {
    self.surroundings = surroundings
    catalogue = BuiltInCatalogue()
    outside = OutsideProvider(by: OutsideMeans(surroundings))
    workflows = WorkflowFolder(surroundings)
    hooks = HookDesk(workflows, surroundings)
    runs = RunDesk(surroundings)
    pluginSurroundings = PluginSurroundings(
      folder: PluginFolder(
        configuration: surroundings.configurationFolder,
        state: surroundings.stateFolder,
        home: surroundings.home
      ),
      environment: surroundings.environment
    )
    plugins = PluginHost(pluginSurroundings)
  }

  /// What the program itself can be asked for.
  var definitions: [IntentDefinition] { catalogue.definitions + outside.definitions() }

  /// An engine that knows what can be asked for, and does nothing, as it has no store.
  var directory: IntentEngine {
    IntentEngine(
      providers: providers(with: DefinitionList(catalogue)),
      now: surroundings.now
    )
  }

  /// All providers, in the order in which an id is looked up.
  private func providers(with tracking: any IntentProvider) -> [any IntentProvider] {
    let plugins = PluginProvider(plugins)
    let workflows = WorkflowProvider(
      workflows,
      beside: [tracking, outside, plugins],
      now: surroundings.now
    )
    return [tracking, outside, workflows, plugins]
  }

  /// The intent of the program's own of an id; nil where there is none.
  func definition(of id: String) -> IntentDefinition? {
    catalogue.definition(of: id) ?? outside.definition(of: id)
  }

  /// The intent of the program's own of a short command; nil where there is none.
  func definition(ofCommand name: String) -> IntentDefinition? {
    catalogue.definition(ofCommand: name)
      ?? outside.definitions().first { $0.command?.name == name }
  }

  /// The engine over a store.
  ///
  /// - Parameters:
  ///   - store: the folder that was asked for; nil for the user's own.
  ///   - isDryRun: whether nothing may change.
  ///   - stays: whether calls are done again and again, so that what is read is worth keeping.
  ///   - tellsLocalTimes: as the provider of the built-in intents has it.
  func engine(
    store: String?,
    isDryRun: Bool,
    stays: Bool = false,
    tellsLocalTimes: Bool = true
  ) async throws -> IntentEngine {
    let storage = try storage(store: store)
    await hooks.follow(storage.choice.path)
    let tracking = TimeTrackingService(
      store: folder(storage, keepsContent: stays),
      makeID: surroundings.makeID
    )
    let provider = BuiltInProvider(
      catalogue: catalogue,
      tracking: tracking,
      timeZone: storage.settings.timeZone ?? surroundings.timeZone,
      rules: storage.settings.timeRules,
      wakefulness: AwakeFile(folder: surroundings.stateFolder),
      tellsLocalTimes: tellsLocalTimes,
      readFile: { [surroundings] path in try NamedFile.read(path, surroundings) },
      examineConfiguration: ConfigurationCheck(surroundings: surroundings).findings
    )
    if stays || surroundings.canAsk { await plugins.allowQuestions() }
    let engine = IntentEngine(
      providers: providers(with: provider),
      now: surroundings.now,
      runs: runs,
      hooks: hooks
    )
    return isDryRun ? await engine.rehearsal() : engine
  }

  /// The folder of the records.
  ///
  /// - Parameters:
  ///   - store: the folder that was asked for; nil for the user's own.
  ///   - keepsContent: whether what is read is kept for the next call.
  func folder(_ store: String?, keepsContent: Bool = false) throws -> FolderStore {
    folder(try storage(store: store), keepsContent: keepsContent)
  }

  private func folder(_ storage: Storage, keepsContent: Bool) -> FolderStore {
    let console = Console(surroundings)
    let progress = console.hasNoteTerminal ? IndexProgress(console).note : nil
    return FolderStore(
      path: storage.choice.path,
      machine: storage.machine,
      memory: storage.memory,
      keepsContent: keepsContent,
      index: IndexPlace(
        folder: surroundings.cacheFolder,
        budget: storage.settings.filesChecked ?? IndexPlace.usualBudget,
        progress: progress
      )
    )
  }

  /// Where the records are, by the flag for it, the environment, the settings or the default.
  func storage(store: String?) throws -> Storage {
    let settings = try Settings(of: surroundings)
    let choice = try StoreChoice(flag: store, settings: settings, surroundings)
    if let output = try LogOutput.file(settings, surroundings) { AppLogger.start(output) }
    AppLogger.storage.info(
      "Using a data folder",
      ["path": .text(choice.path), "chosenBy": .text(choice.chooser.rawValue)]
    )
    // What a flag names for one call may well be made and thrown away.
    let learns = choice.chooser != .flag
    let systemID = try systemID()
    let machine = try MachineID.name(
      in: choice.path,
      systemID: systemID,
      keptIn: surroundings.stateFolder,
      learns: learns,
      makeID: surroundings.makeID
    )
    let isOfSystem = systemID.map(MachineID.name(systemID:)) == machine
    return Storage(
      choice: choice,
      settings: settings,
      machine: machine,
      memory: RememberedStores(
        folder: surroundings.stateFolder,
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
    let watch = StoreWatch(path: storage.choice.path, machine: storage.machine)
    let rules = storage.settings.timeRules
    let zone = storage.settings.timeZone ?? surroundings.timeZone
    let days = DayTurns(
      of: DayReckoning(timeZone: zone, dayStart: rules.dayStart, weekStart: rules.weekStart),
      now: surroundings.now
    )
    return ChangeSource(now: surroundings.now, timeZone: zone) {
      do throws(SystemError) {
        return .merging([try watch.changes(), days.turns()])
      } catch {
        throw error.liveChangesUnavailable(in: storage.choice.path)
      }
    }
  }

  private func systemID() throws(TrackingError) -> [UInt8]? {
    do throws(SystemError) {
      return try surroundings.systemID.get()
    } catch {
      throw .storeUnreadable(path: error.path ?? "/etc/machine-id", reason: error.reason)
    }
  }
}
