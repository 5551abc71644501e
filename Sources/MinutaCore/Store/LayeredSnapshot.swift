package import Foundation

/// A snapshot with uncommitted changes on top of another one, its base.
///
/// Changes never affect the history, the trash or the problems of files, so these come from the
/// base.
package protocol LayeredSnapshot: StoreSnapshot {
  var base: any StoreSnapshot { get }
}

extension LayeredSnapshot {
  package func verify() throws(TrackingError) { try base.verify() }

  package func path(ofRecord id: UUID) throws(TrackingError) -> String? {
    try base.path(ofRecord: id)
  }

  package func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String> {
    try base.trashedImages(of: record)
  }

  package func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError) {
    try base.history(body)
  }

  package func findings() throws(TrackingError) -> [StoreFinding] { try base.findings() }

  package func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    try base.canApply(repair)
  }

  package func skippedFiles() -> [SkippedFile] { base.skippedFiles() }
}
