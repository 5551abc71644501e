package import IntentKit

/// The sync of the data folder with other machines, which intents call.
package protocol SyncService: Sendable {
  /// Syncs the folder.
  func sync(in context: CallContext) async throws -> SyncIntent.Result
  /// Returns what a sync would exchange, without asking the remote.
  func status(in context: CallContext) async throws -> SyncStatusIntent.Result
}

/// The sync of a program that has no data folder.
package struct UnavailableSyncService: SyncService {
  package init() {}

  package func sync(in context: CallContext) throws -> SyncIntent.Result {
    throw Failure.syncUnavailable
  }

  package func status(in context: CallContext) throws -> SyncStatusIntent.Result {
    throw Failure.syncUnavailable
  }
}

extension Failure {
  static let syncUnavailable = Failure(
    code: "notSynced",
    message: "There is no data folder to sync."
  )
}
