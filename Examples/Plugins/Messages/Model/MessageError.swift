import Foundation

/// A failure about messages.
enum MessageError: Error, Sendable, Equatable {
  case emptyName
  /// The name has line breaks or control characters.
  case unusableName(String)
  case emptyText
  case chatNotFound(String, candidates: [String])
  case chatAmbiguous(String, candidates: [Chat])
  case messageNotFound(Int, chat: String)
  /// The message's file can't be used.
  case messageUnusable(Int, SkippedFile)
  /// Another message was sent with this key.
  case keyReused(String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// The message was written, but flushing it to disk failed.
  case uncertain(path: String, reason: String)
  /// Another process held the lock for too long.
  case busy(holder: String?)
  /// The caller cancelled; nothing was done.
  case cancelled
}
