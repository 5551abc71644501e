import Foundation

/// Why something about messages was not done.
enum MessageError: Error, Sendable, Equatable {
  case emptyName
  /// A name that would break a line or steer a terminal.
  case unusableName(String)
  case emptyText
  case chatNotFound(String, candidates: [String])
  case chatAmbiguous(String, candidates: [Chat])
  case messageNotFound(Int, chat: String)
  /// The file of the message cannot be used.
  case messageUnusable(Int, SkippedFile)
  /// The key belongs to another message.
  case keyReused(String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// It is written, and the disk did not say that it will last.
  case uncertain(path: String, reason: String)
  /// Somebody else held the folder for too long.
  case busy(holder: String?)
  /// Whoever asked no longer wants it; nothing was done.
  case cancelled
}
