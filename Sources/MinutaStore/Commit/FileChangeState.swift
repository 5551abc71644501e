import SystemCalls

/// The state of a file change that is committed in the journal but not yet marked as applied.
///
/// Readers and recovery both use this type, so they agree on the current content.
///
/// The missing mark doesn't prove that the change wasn't applied: a power loss can drop the empty
/// line that closes the journal, and the file may have been edited or deleted since. The temporary
/// file shows what happened. Its name identifies the transaction, and it is flushed before the
/// commit. The writer applies the change by renaming the temporary file to the file's path, or by
/// exchanging the two files. After an exchange, the temporary file holds the old version until it
/// is deleted.
///
/// On a file system that keeps the names of flushed files, the change was therefore applied if the
/// temporary file is missing or holds the old version. (If a power loss undoes the rename, the
/// temporary file reappears.) On other file systems, the temporary file's name may be lost too. In
/// doubt, the change is applied or kept as a conflict copy; at worst, a deleted file reappears.
enum FileChangeState {
  /// The change was applied; the file may have been edited or deleted since.
  case done
  /// The change wasn't applied: the file still has its old content.
  case pending
  /// Another program changed the file before our change was applied.
  case conflicting
  /// When we exchanged the file with its temporary file, we displaced a version that another
  /// program had just saved; that version must go back.
  case externalDisplaced
  /// When we exchanged the file with its temporary file, we displaced another program's version,
  /// but a later version is in place now.
  case externalSuperseded

  /// Determines the state from the current contents of the file and its temporary file.
  ///
  /// - Parameters:
  ///   - current: the content of the file.
  ///   - temporary: the content of its temporary file.
  ///   - hasDurableNames: whether a missing temporary file proves that the change was applied.
  init(of change: FileChange, current: FileContent, temporary: FileContent, hasDurableNames: Bool) {
    let isAsBefore = current.matches(change.before)
    if temporary.isForeign(to: change) {
      self =
        current == .missing || current.matches(change.after)
        ? .externalDisplaced : .externalSuperseded
    } else if current.matches(change.after) || (change.after == nil && !isAsBefore) {
      self = .done
    } else if hasDurableNames, change.before != nil, temporary.matches(change.before) {
      self = .done
    } else if isAsBefore, change.before != nil {
      self = .pending
    } else if temporary == .missing, hasDurableNames {
      self = .done
    } else {
      self = isAsBefore ? .pending : .conflicting
    }
  }
}

extension FileContent {
  /// Returns whether this content of a temporary file comes from another program: it is neither the
  /// old nor the new version of `change`.
  func isForeign(to change: FileChange) -> Bool {
    self != .missing && !matches(change.before) && !matches(change.after)
  }
}
