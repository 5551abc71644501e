/// The limits of one turn in which history is dropped.
package struct HistoryTurn: Sendable {
  /// The most bytes of the journal to search; a larger one is left alone.
  let bytes: Int
  /// The most bytes of entries about the trash to read; the trash stays if there are more.
  let entryBytes: Int
  /// The most files to delete from the trash; the next turn deletes more.
  let files: Int

  /// Whether the next turn may do more.
  package var isLimited: Bool { bytes < .max }

  /// A turn of less than 50 milliseconds, for the end of a call.
  package static let short = HistoryTurn(bytes: 4 << 20, entryBytes: 1 << 20, files: 100)
  /// A turn of less than a second, for a server without calls.
  package static let idle = HistoryTurn(
    bytes: 64 << 20,
    entryBytes: 16 << 20,
    files: 1000
  )
  /// A turn without limits.
  package static let complete = HistoryTurn(bytes: .max, entryBytes: .max, files: .max)
}
