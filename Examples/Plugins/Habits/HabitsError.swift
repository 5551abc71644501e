import Foundation

/// A failure about habits.
///
/// Cancellation isn't one.
enum HabitsError: Error, Sendable, Equatable {
  case emptyName(EntityKind)
  /// Nothing of this kind has the name; `names` are the existing ones.
  case notFound(EntityKind, String, names: [String])
  case ambiguous(EntityKind, String, ids: [UUID])
  case exists(EntityKind, String)
  case habitArchived(String)
  case dayInFuture(Day)
  case timeInFuture(Date)
  case notEnoughCoins(price: Int, coins: Int)
  /// Deleting the habit would delete its completions, too.
  case notConfirmed(EntityKind, String, entries: Int)
  /// Another process holds the file's lock.
  case fileBusy(path: String, holder: String?)
  case fileUnreadable(path: String, reason: String)
  case fileUnwritable(path: String, reason: String)
  /// The system can't watch the file for changes.
  case fileNotWatchable(path: String, reason: String)
  /// The file exists but is invalid; it is left unchanged.
  case fileInvalid(path: String, reason: String)
  /// A request to the HTTP API failed.
  case api(APIError)
}
