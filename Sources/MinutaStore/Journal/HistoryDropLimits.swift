/// The limits of one call that drops history.
package struct HistoryDropLimits: Sendable {
  /// The maximum size of the journal in bytes; a larger one isn't searched.
  let bytes: Int
  /// The maximum number of bytes of entries about the trash to read; if there are more, the trash
  /// isn't deleted.
  let entryBytes: Int
  /// The maximum number of files to delete from the trash; the next call deletes more.
  let files: Int

  /// Whether a call with these limits may leave something to drop.
  package var isLimited: Bool { bytes < .max }

  /// For the end of a call: takes less than 50 milliseconds.
  package static let short = HistoryDropLimits(bytes: 4 << 20, entryBytes: 1 << 20, files: 100)
  /// For a server without calls: takes less than a second.
  package static let idle = HistoryDropLimits(bytes: 64 << 20, entryBytes: 16 << 20, files: 1000)
  /// No limits.
  package static let complete = HistoryDropLimits(bytes: .max, entryBytes: .max, files: .max)
}
