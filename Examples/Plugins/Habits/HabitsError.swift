import Foundation

/// An error of the habit tools.
///
/// Cancellation is not among them; it is a `CancellationError`.
enum HabitsError: Error, Sendable, Equatable {
  case emptyName(EntityKind)
  /// No item of this kind has this name; `names` are the existing names.
  case notFound(EntityKind, String, names: [String])
  case ambiguous(EntityKind, String, ids: [UUID])
  case exists(EntityKind, String)
  case habitArchived(String)
  case dayInFuture(Day)
  case timeInFuture(Date)
  case notEnoughCoins(price: Int, coins: Int)
  /// Deleting the item would also delete its completions or slips, and the caller hasn't confirmed
  /// that; `entries` is their number.
  case notConfirmed(EntityKind, String, entries: Int)
  /// Another process holds the lock on the file.
  case fileBusy(path: String)
  case fileUnreadable(path: String, reason: String)
  case fileUnwritable(path: String, reason: String)
  /// The file exists but is invalid; it is left unchanged.
  case fileInvalid(path: String, reason: String)
  /// A request to the HTTP API failed.
  case api(APIError)
}
