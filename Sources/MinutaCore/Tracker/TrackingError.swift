package import Foundation

/// Why time could not be tracked.
package enum TrackingError: Error, Sendable, Equatable {
  case emptyTagName
  /// No tag has the name; the candidates are those there are.
  case tagNotFound(String, candidates: [String])
  case tagAmbiguous(String, candidates: [Tag])
  case tagArchived(Tag)
  case tagExists(Tag)
  /// A tag cannot be taken back to what it was, since another tag has its name by now.
  case tagNameTaken(TagNameConflict)
  /// Records that are to be one; nil for no tag.
  case tagsDiffer([Tag?])
  case recordNotFound(String)
  /// What is to be restored is no deleted record, or is there again.
  case recordExists(TimeRecord)
  case recordAmbiguous(String, candidates: [TaggedRecord])
  case recordNotRunning(TimeRecord)
  /// The record has other images.
  case imageNotFound(String, images: [String])
  /// A record cannot be split at its edges or beyond.
  case splitOutside(Date, start: Date, end: Date)
  case startInFuture(Date)
  case endInFuture(Date)
  case endBeforeStart(start: Date, end: Date)
  /// What is to be recorded lies over other records; it can be adjusted where those can be shortened.
  case recordsOverlap([TaggedRecord], canAdjust: Bool)
  /// The start or end lies outside the years that can be written.
  case timeOutOfRange
  /// There is no such entry in the history of this machine.
  case historyEntryNotFound(Int)
  /// The entry was taken back already.
  case historyEntryUndone(Int)
  /// The entry names a file that is none of the store's.
  case historyEntryRefused(Int, path: String)
  /// Nothing of a run of a workflow holds.
  case runNotFound(String)
  /// Nothing is left that could be taken back, or done again.
  case nothingToUndo(redoing: Bool)
  /// Everything a call changed has been changed since, or is gone.
  case changedSince(UndoConflictReport)
  /// The tags cannot be read, so that nothing that would write them anew may run.
  case tagsUnusable(SkippedFile)
  /// Another process holds the writer's lock.
  case storeBusy(holder: String?)
  /// Data was in the folder before, which is not there now, or holds nothing of it.
  case storeGone(path: String)
  case storeUnreadable(path: String, reason: String)
  case storeUnwritable(path: String, reason: String)
  /// A call was committed and could neither be finished nor taken back; the next writer finishes it.
  case storeUncertain(path: String, reason: String)
}
