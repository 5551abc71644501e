package import Foundation

/// An error that makes a call of time tracking fail.
package enum TrackingError: Error, Sendable, Equatable {
  case emptyTagName
  /// The name of a new tag has an empty level, as in `Acme//Website`.
  case emptyTagLevel(String)
  /// No tag has this name.
  ///
  /// The candidates are the names of all existing tags, to suggest a similar one.
  case tagNotFound(String, candidates: [String])
  case tagAmbiguous(String, candidates: [Tag])
  case tagArchived(Tag)
  case tagExists(Tag)
  /// A tag can't be restored because another tag has its former name now.
  case tagNameTaken(TagNameConflict)
  /// The records to join have different tags; nil stands for no tag.
  case tagsDiffer([Tag?])
  case recordNotFound(String)
  /// No record that was deleted on this machine has this id.
  case deletedRecordNotFound(String)
  /// The record to restore exists, so it needn't be restored.
  case recordExists(TimeRecord)
  case recordAmbiguous(String, candidates: [TaggedRecord])
  case recordNotRunning(TimeRecord)
  /// The record can't be changed, because an invoice bills it.
  ///
  /// `invoice` is the number of the invoice; it may be empty.
  case recordBilled(TimeRecord, InvoiceLock)
  /// The record has no image with this name or index; `images` are the ones it has.
  case imageNotFound(String, images: [String])
  /// The moment at which to split isn't between the start and the end of the record.
  case splitOutside(Date, start: Date, end: Date)
  case startInFuture(Date)
  case endInFuture(Date)
  /// The end lies before the start, which is that of `timer` if several were to be stopped.
  case endBeforeStart(start: Date, end: Date, timer: TaggedRecord? = nil)
  /// The change makes records overlap the given ones.
  ///
  /// `canAdjust` is true if the policy `adjust` would resolve this by shortening or splitting them.
  case recordsOverlap([TaggedRecord], canAdjust: Bool)
  /// The start or the end lies outside the supported years, 1600 to 9999.
  case timeOutOfRange
  /// This machine's history has no entry with this number.
  ///
  /// `oldest` is the number of the oldest entry if the entry was dropped because of its age.
  case historyEntryNotFound(Int, oldest: Int?)
  /// The history entry has already been undone.
  case historyEntryUndone(Int)
  /// The history entry can't be undone, because it names a file outside the data folder.
  case historyEntryRefused(Int, path: String)
  /// The workflow or batch run doesn't exist, or all of its calls have been undone already.
  case runNotFound(String)
  /// No call is left to undo, or to redo if `redoing` is true.
  case nothingToUndo(redoing: Bool)
  /// The last undo, the history entry with this number, was followed by other changes, so that it
  /// can't be redone.
  case changesAfterUndo(Int)
  /// Nothing can be undone, because everything that the call changed has been changed again since.
  case changedSince(UndoConflictReport)
  /// The tag file can't be read, so calls that would rewrite it are rejected.
  case tagsUnusable(SkippedFile)
  /// Another process holds the write lock; `holder` describes it if known.
  case storeBusy(holder: String?)
  /// The data folder used to contain data, but is missing or empty now.
  case storeGone(path: String)
  /// The data can't be read; `hasFix` is whether `doctor` shows how to fix that.
  case storeUnreadable(path: String, reason: String, hasFix: Bool = false)
  /// The data can't be written; `hasFix` is whether `doctor` shows how to fix that.
  case storeUnwritable(path: String, reason: String, hasFix: Bool = false)
  /// A file of this machine outside the data folder can't be written.
  case stateUnwritable(path: String, reason: String)
  /// The changes of a call are in the journal, but could be neither completed nor rolled back.
  ///
  /// The next process that writes completes them.
  case storeUncertain(path: String, reason: String)
}
