import Foundation
import IntentKit
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaSync

/// Syncs the data folder through git.
struct GitSyncService: SyncService {
  private let storage: StorageConfiguration

  init(_ storage: StorageConfiguration) {
    self.storage = storage
  }

  func sync(in context: CallContext) async throws -> SyncIntent.Result {
    do {
      return SyncIntent.Result(try await folderSync(in: context).run())
    } catch let error as TrackingError {
      throw error.failure(now: context.now, timeZone: storage.environment.timeZone)
    }
  }

  func status(in context: CallContext) async throws -> SyncStatusIntent.Result {
    do {
      let sync = folderSync(in: context)
      let status = try await sync.status()
      let conflicts = try await SyncConflicts(sync).open()
      return SyncStatusIntent.Result(status, conflicts: conflicts.count)
    } catch let error as TrackingError {
      throw error.failure(now: context.now, timeZone: storage.environment.timeZone)
    }
  }

  func folderSync(in context: CallContext) -> FolderSync {
    let origin = ChangeOrigin(
      now: context.now,
      source: context.source.rawValue,
      intent: SyncIntent.name
    )
    return FolderSync(storage.open(), git, origin)
  }

  private var git: GitProgram {
    let environment = storage.environment
    return GitProgram(
      folder: storage.location.path,
      variables: environment.variables,
      isInteractive: environment.isInteractive
    )
  }
}

extension SyncIntent.Result {
  init(_ report: SyncReport) {
    self.init(
      remote: report.remote,
      committed: report.committed,
      arrived: report.arrived,
      conflicts: report.conflicts,
      mended: report.mended,
      kept: report.kept.map(\.uuidString),
      sameNumbers: report.sameNumbers,
      doubleBillings: report.doubleBillings.map {
        DoubleBilling(record: $0.record.uuidString, invoices: $0.invoices)
      },
      pushed: report.didPush,
      rejectedPushes: report.rejectedPushes,
      skipped: report.skipped.map { SkippedFile(file: $0.path, reason: $0.reason) },
      outdated: report.outdated.map {
        OutdatedFile(file: $0.path, reason: $0.reason, command: $0.remedy ?? "")
      },
      wasRewritten: report.wasRewritten
    )
  }
}

extension SyncStatusIntent.Result {
  fileprivate init(_ status: SyncStatus, conflicts: Int) {
    self.init(
      remote: status.remote,
      branch: status.branch,
      ahead: status.ahead,
      behind: status.behind,
      changed: status.changed,
      conflicts: conflicts,
      lastSuccess: status.lastSuccess.map(Timestamp.text),
      arrived: status.arrived,
      arrivedAt: status.arrivedAt.map(Timestamp.text),
      skipped: status.skipped.map { .init(file: $0.path, reason: $0.reason) }
    )
  }
}
