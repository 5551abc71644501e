package import Foundation
import IntentKit
package import JSONText
import MinutaCore
package import MinutaStore

/// A field that two machines changed, whose value is still the one that a sync has kept.
package struct SyncConflict: Sendable, Equatable {
  /// The contents of a whole file that two machines changed.
  package struct Files: Sendable, Equatable {
    package let kept: [UInt8]
    package let other: [UInt8]
  }

  package let field: MergeField
  /// The value in the folder.
  package let kept: JSONValue?
  /// The value that isn't in the folder; it can be taken instead.
  package let other: JSONValue?
  /// The merge commit, and its time.
  package let commit: String
  package let time: Date
  /// The contents of a whole file; nil for a field of a record or a tag.
  package var files: Files?
  /// The number of the invoice that bills the record, which may be locked; nil if none does.
  package var invoice: String?
}

extension SyncConflict {
  private static let times = ["startTime", "endTime"]

  /// Returns the conflicts to take together with this one: the start and the end of a record between
  /// which a merge decided as one.
  package func unit(in open: [SyncConflict]) -> [SyncConflict] {
    guard Self.times.contains(field.key) else { return [self] }
    let keys = Self.times.filter { key in
      key == field.key || open.contains { isUnit(with: $0, key) }
    }
    return keys.compactMap { key in
      key == field.key ? self : open.first { isUnit(with: $0, key) }
    }
  }

  private func isUnit(with other: SyncConflict, _ key: String) -> Bool {
    other.field == MergeField(field.subject, key) && other.commit == commit
  }
}

extension SyncConflicts {
  /// Puts the other value of a conflict into the folder.
  ///
  /// - Parameter open: the open conflicts; of a record's times, both are taken.
  /// - Returns: false if the record or tag doesn't exist any more, or if its value or the file has
  ///   changed since.
  package func take(_ conflict: SyncConflict, among open: [SyncConflict] = []) throws -> Bool {
    let origin = ChangeOrigin(
      now: sync.origin.now,
      source: sync.origin.source,
      intent: "TakeSyncedValue"
    )
    if case .file(let path) = conflict.field.subject, let files = conflict.files {
      return try store.replace(path, files.kept, by: files.other, origin)
    }
    let unit = conflict.unit(in: open)
    return try store.set(
      conflict.field.subject,
      Dictionary(unit.map { ($0.field.key, $0.other) }) { first, _ in first },
      replacing: Dictionary(unit.map { ($0.field.key, $0.kept) }) { first, _ in first },
      origin
    )
  }
}
