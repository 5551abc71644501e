import Foundation
import MinutaCore
import MinutaIntents
import SystemCalls

/// The data folder of a call, or several that the call reads together.
struct StorageSelection: Sendable {
  /// The configuration of the data folder, or of the first one.
  let first: StorageConfiguration
  /// The data folders if there are several.
  private let members: [Member]

  private struct Member: Sendable {
    let name: String
    let storage: StorageConfiguration
  }

  /// Reads the configurations of the data folders that the flags select.
  ///
  /// - Parameter allowsSeveral: whether the call can read several data folders.
  init(_ global: GlobalFlags, _ environment: Environment, allowsSeveral: Bool) throws {
    // Most calls name no folder or one; making unique names is slow.
    let canBeSeveral = global.stores.count > 1 || global.stores.contains { PathPattern($0) != nil }
    guard allowsSeveral, canBeSeveral else {
      first = try StorageConfiguration(global, environment)
      members = []
      return
    }
    let directories = try DataDirectorySelection(global.stores, environment).directories
    let settings = try StorageConfiguration.settings(environment)
    let members = try directories.map { directory in
      let location = DataDirectoryLocation(path: directory.path, source: .flag)
      let storage = try StorageConfiguration(location, settings, environment)
      return Member(name: directory.name, storage: storage)
    }
    self.members = members.count == 1 ? [] : members
    first = members[0].storage
  }

  private var isSingle: Bool { members.isEmpty }

  /// Opens the data folders.
  ///
  /// - Parameter cachesSnapshot: whether to cache the snapshot for the next call.
  func open(cachesSnapshot: Bool) -> any RecordStore {
    if isSingle { return first.open(cachesSnapshot: cachesSnapshot) }
    // Each call checks the older files of one folder, because remembering them takes a write.
    let turn = Int(first.environment.now().timeIntervalSince1970) % members.count
    return CombinedStore(
      members.enumerated().map { place, member in
        let storage = member.storage
        let store = storage.open(oneOf: members.count, checksOlderFiles: place == turn)
        return CombinedStore.Member(name: member.name, store: store)
      }
    )
  }

  /// The user's settings about time.
  ///
  /// Targets are for the user's own time, so they don't apply to several data folders.
  var timeRules: TimeRules {
    var rules = first.settings.timeRules
    if !isSingle { rules.targets = TargetPlan() }
    return rules
  }

  /// The uptime log of this machine; nil for several data folders, whose timers may run on others.
  func uptimeLog(_ environment: Environment) -> UptimeLog? {
    isSingle ? UptimeLog(folder: environment.stateFolder) : nil
  }

  /// The paths of the data folders, by the beginning that the paths of their files have in results.
  var paths: [String: String] {
    if isSingle { return ["": first.location.path] }
    return Dictionary(
      members.map { ("\($0.name)/", $0.storage.location.path) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
