import Foundation

/// Why something about habits could not be done; that a caller wants it no more is no error.
enum HabitsError: Error, Sendable, Equatable {
  case emptyName(EntityKind)
  /// Nothing of the kind has the name; the names are those there are.
  case notFound(EntityKind, String, names: [String])
  case ambiguous(EntityKind, String, ids: [UUID])
  case exists(EntityKind, String)
  case habitArchived(String)
  case dayInFuture(Day)
  case timeInFuture(Date)
  case notEnoughCoins(price: Int, coins: Int)
  /// A habit would be deleted with the days on which it was done.
  case notConfirmed(EntityKind, String, entries: Int)
  /// Another process holds the lock on the file.
  case fileBusy(path: String, holder: String?)
  case fileUnreadable(path: String, reason: String)
  case fileUnwritable(path: String, reason: String)
  /// The system cannot tell when the file changes.
  case fileNotWatchable(path: String, reason: String)
  /// The file is there and is not what it must be; it is left as it is.
  case fileInvalid(path: String, reason: String)
  /// The HTTP API did not do what it was asked for.
  case api(APIError)
}
