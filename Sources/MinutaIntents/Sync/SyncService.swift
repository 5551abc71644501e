import Foundation
package import IntentKit
import MinutaCore

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

/// The numbers of files of each kind that a sync exchanges.
package struct FileCountsResult: Codable, Sendable, Equatable {
  package let records: Int
  package let images: Int
  package let invoices: Int
  /// Whether tags are among them.
  package let tags: Bool

  package init(records: Int = 0, images: Int = 0, invoices: Int = 0, tags: Bool = false) {
    (self.records, self.images, self.invoices, self.tags) = (records, images, invoices, tags)
  }

  var isEmpty: Bool { self == FileCountsResult() }

  /// The counts as words, such as `3 records and tags`.
  var text: String {
    var parts: [String] = []
    if records > 0 { parts.append(records.counted("record")) }
    if images > 0 { parts.append(images.counted("image")) }
    if invoices > 0 { parts.append(invoices.counted("invoice")) }
    if tags { parts.append("tags") }
    guard let last = parts.popLast() else { return "nothing" }
    return parts.isEmpty ? last : "\(parts.joined(separator: ", ")) and \(last)"
  }
}

extension Failure {
  static let syncUnavailable = Failure(
    code: "notSynced",
    message: "There is no data folder to sync."
  )
}
