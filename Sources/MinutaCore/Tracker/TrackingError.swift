package import Foundation

/// An error of a time tracking operation.
package enum TrackingError: Error, Sendable, Equatable {
  case emptyTagName
  /// No tag has this name.
  ///
  /// The candidates are the existing tags.
  case tagNotFound(String, candidates: [String])
  case tagAmbiguous(String, candidates: [Tag])
  case tagArchived(Tag)
  case tagExists(Tag)
  /// A tag can't be restored because another tag has its former name.
  case tagNameTaken(TagNameConflict)
  /// The records to join have different tags.
  ///
  /// Nil stands for no tag.
  case tagsDiffer([Tag?])
  case recordNotFound(String)
  /// The record to restore isn't deleted.
  case recordExists(TimeRecord)
  case recordAmbiguous(String, candidates: [TaggedRecord])
  case recordNotRunning(TimeRecord)
  /// The record doesn't have this image, only the listed ones.
  case imageNotFound(String, images: [String])
  /// The split lies outside the record or at one of its edges.
  case splitOutside(Date, start: Date, end: Date)
  case startInFuture(Date)
  case endInFuture(Date)
  case endBeforeStart(start: Date, end: Date)
  /// The change overlaps other records.
  ///
  /// `canAdjust` is set if those can be shortened instead.
  case recordsOverlap([TaggedRecord], canAdjust: Bool)
  /// The start or end lies outside the supported years.
  case timeOutOfRange
  /// This machine's history has no entry with this number.
  case historyEntryNotFound(Int)
  /// The entry has already been undone.
  case historyEntryUndone(Int)
  /// The entry names a file outside the data folder.
  case historyEntryRefused(Int, path: String)
  /// No call of the workflow run is left to undo.
  case runNotFound(String)
  /// There is nothing left to undo or redo.
  case nothingToUndo(redoing: Bool)
  /// Everything that the call changed has been changed or deleted since.
  case changedSince(UndoConflictReport)
  /// The tag file can't be read, so calls that would rewrite it are rejected.
  case tagsUnusable(SkippedFile)
  /// Another process holds the write lock.
  case storeBusy(holder: String?)
  /// The folder used to contain data, but it is missing or empty now.
  case storeGone(path: String)
  case storeUnreadable(path: String, reason: String)
  case storeUnwritable(path: String, reason: String)
  /// A call was committed, but could neither be completed nor rolled back.
  ///
  /// The next writer completes it.
  case storeUncertain(path: String, reason: String)
}
