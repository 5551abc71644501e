import Foundation

/// An error of the message service.
enum MessageError: Error, Sendable, Equatable {
  case emptyName
  /// The name contains control characters, such as line breaks, or bidirectional ones.
  case unusableName(String)
  case emptyText
  case chatNotFound(String, candidates: [String])
  case chatAmbiguous(String, candidates: [Chat])
  case messageNotFound(Int, chat: String)
  /// The message's file can't be used.
  case messageUnusable(Int, SkippedFile)
  /// A different message was already sent with this idempotency key.
  case keyReused(String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// The file was written, but flushing it to disk failed, so a crash may lose the change.
  case uncertain(path: String, reason: String)
  /// Another process held the lock for too long.
  case busy
  /// The caller cancelled; nothing was done.
  case cancelled
}
