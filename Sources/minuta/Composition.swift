import Foundation
import IntentKit
import MinutaCore
import MinutaIntents
import MinutaStore

/// Puts the parts together: the one place that names concrete types.
struct Composition: Sendable {
  private let surroundings: Surroundings
  private let catalogue: BuiltInCatalogue

  /// Loads what does not depend on a store.
  init(surroundings: Surroundings) throws {
    self.surroundings = surroundings
    catalogue = try BuiltInCatalogue()
  }

  /// What can be asked for, whatever the store.
  var definitions: [IntentDefinition] { catalogue.definitions }

  /// The engine over a store.
  ///
  /// - Parameters:
  ///   - store: the folder that was asked for; nil for the user's own.
  ///   - isDryRun: whether nothing may change.
  func engine(store: String?, isDryRun: Bool) async throws -> IntentEngine {
    let tracking = TimeTrackingService(
      store: FolderStore(path: try storePath(store), machine: try machine()),
      makeID: surroundings.makeID
    )
    let provider = BuiltInProvider(
      catalogue: catalogue,
      tracking: tracking,
      timeZone: surroundings.timeZone,
      readFile: { [surroundings] path in try NamedFile.read(surroundings.absolute(path)) }
    )
    let engine = IntentEngine(providers: [provider], now: surroundings.now)
    return isDryRun ? await engine.rehearsal() : engine
  }

  private func machine() throws -> String {
    if let systemID = surroundings.systemID, !systemID.isEmpty {
      return MachineID.name(systemID: systemID)
    }
    return try MachineID.name(keptIn: surroundings.stateFolder, makeID: surroundings.makeID)
  }

  private func storePath(_ chosen: String?) throws(UsageError) -> String {
    if let chosen {
      if chosen.isEmpty { throw .emptyStorePath }
      return surroundings.absolute(chosen)
    }
    // A key binding and a shell would not mean the same folder by a relative path.
    let named = surroundings.environment["MINUTA_STORE"] ?? ""
    if named.isEmpty { return "\(surroundings.home)/Documents/Minuta" }
    guard named.hasPrefix("/") else { throw .relativeStorePath(named) }
    return named
  }
}
