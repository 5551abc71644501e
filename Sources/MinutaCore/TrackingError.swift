package import Foundation

/// Why time could not be tracked.
package enum TrackingError: Error, Sendable, Equatable {
  case emptyTagName
  /// No tag has the name; the candidates are those there are.
  case tagNotFound(String, candidates: [String])
  case tagAmbiguous(String, candidates: [Tag])
  case tagArchived(Tag)
  case recordNotFound(String)
  case recordAmbiguous(String, count: Int)
  case startInFuture(Date)
  case endInFuture(Date)
  case endBeforeStart(start: Date, end: Date)
  /// The start or end lies outside the years that can be written.
  case timeOutOfRange
  /// The tags cannot be read, so that nothing that would write them anew may run.
  case tagsUnusable(SetAsideFile)
  /// Another process holds the writer's lock.
  case storeBusy(holder: String?)
  case storeUnreadable(path: String, reason: String)
  case storeUnwritable(path: String, reason: String)
}
