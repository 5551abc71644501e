import Foundation
import IntentKit
import IntentRPC
import MinutaCore
import MinutaLog
import MinutaStore
import SystemCalls

/// The location of the data folder, with the settings, machine id and registry that belong to it.
struct StorageConfiguration: Sendable {
  let location: DataDirectoryLocation
  let settings: Settings
  /// The id under which this machine writes to the data folder.
  let machine: String
  let registry: DataDirectoryRegistryFile
  let environment: Environment

  /// Reads the configuration of the data folder chosen by `--store`, the environment, the settings
  /// or the default.
  init(_ global: GlobalFlags, _ environment: Environment) throws {
    let settings = try Self.settings(environment)
    try self.init(
      DataDirectoryLocation(flag: global.store, settings: settings, environment),
      settings,
      environment
    )
  }

  /// Reads the configuration of the data folder at a location.
  init(
    _ location: DataDirectoryLocation,
    _ settings: Settings,
    _ environment: Environment
  ) throws {
    (self.location, self.settings, self.environment) = (location, settings, environment)
    AppLogger.storage.info(
      "Using a data folder",
      ["path": .text(location.path), "chosenBy": .text(location.source.rawValue)]
    )
    // A folder given by `--store` may be temporary, so don't remember it in the state directory.
    let isLasting = location.source != .flag
    let systemID = try Self.systemID(environment)
    machine = try MachineID.name(
      in: location.path,
      systemID: systemID,
      keptIn: environment.stateFolder,
      learns: isLasting,
      makeID: environment.makeID
    )
    let isOfSystem = systemID.map(MachineID.name(systemID:)) == machine
    var registry = DataDirectoryRegistryFile(
      folder: environment.stateFolder,
      addsFolders: isLasting,
      systemMachine: isOfSystem ? machine : nil
    )
    registry.keepsStandardPath =
      location.source == .standard && location.path != DataDirectoryLocation.usualPath(environment)
    self.registry = registry
  }

  /// Reads the user's settings, and starts the log file if they name one.
  static func settings(_ environment: Environment) throws -> Settings {
    let settings = try Settings(of: environment)
    if let output = try LogOutput.file(settings, environment) { AppLogger.start(output) }
    return settings
  }

  private static func systemID(_ environment: Environment) throws(TrackingError) -> [UInt8]? {
    do throws(SystemError) {
      return try environment.systemID.get()
    } catch {
      throw .storeUnreadable(path: error.path ?? "/etc/machine-id", reason: error.reason)
    }
  }

  /// The time zone for calls that name none.
  var timeZone: TimeZone { settings.timeZone ?? environment.timeZone }

  /// The calendar in the time zone for calls that name none.
  var days: LocalCalendar {
    let rules = settings.timeRules
    return LocalCalendar(timeZone: timeZone, dayStart: rules.dayStart, weekStart: rules.weekStart)
  }

  /// Opens the data folder.
  ///
  /// - Parameter cachesSnapshot: whether to cache the snapshot for the next call.
  func open(cachesSnapshot: Bool = false) -> DirectoryStore {
    let console = Console(environment)
    return DirectoryStore(
      path: location.path,
      machine: machine,
      registry: registry,
      cachesSnapshot: cachesSnapshot,
      index: IndexCacheOptions(
        folder: environment.cacheFolder,
        budget: settings.filesChecked ?? IndexCacheOptions.defaultBudget,
        progress: console.supportsProgress ? IndexProgressReporter(console).report : nil
      )
    )
  }

  /// The watcher for changes of the data folder by any process.
  var watcher: StoreWatcher { StoreWatcher(path: location.path, machine: machine) }

  /// Returns the events after which a resource may have changed: a write to the data folder by any
  /// process, or the start of a day.
  func changes() -> ChangeEventSource {
    let watch = watcher
    let days = DayBoundaryClock(of: days, now: environment.now)
    return ChangeEventSource(now: environment.now, timeZone: timeZone) { [path = location.path] in
      do throws(SystemError) {
        return [try watch.changes(), days.boundaries()]
      } catch {
        throw error.liveChangesUnavailable(in: path)
      }
    }
  }
}
