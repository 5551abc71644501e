import SystemCalls

/// The state of a file change that is committed in the journal but not yet marked as applied.
///
/// Readers and recovery both use this type, so they agree on the current content.
///
/// A change may have been applied, and the file edited or deleted since, before a power loss
/// dropped the empty line that closes the journal. The temporary file shows whether that happened.
/// Its name identifies the transaction, and it is flushed before the commit. A rename then puts it
/// in place, or an exchange leaves the old version under its name until that is discarded.
///
/// On a file system that keeps the names of flushed files, the change was therefore applied if the
/// temporary file is missing or holds the old version. (If the rename is lost, the temporary file
/// reappears.) On other file systems the name may be lost too. In doubt the change is applied or
/// kept as a conflict copy; at worst a deleted file reappears.
enum FileChangeState {
  /// The change was applied; the file may have been edited or deleted since.
  case done
  /// The file still has its old content.
  case pending
  /// Another program changed the file before the change was applied.
  case conflicting
  /// The exchange displaced another program's version, which must go back.
  case externalDisplaced
  /// The exchange displaced another program's version, but a later version is in place now.
  case externalSuperseded

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
  /// Whether a temporary file was saved by another program: it holds neither the old nor the new
  /// version.
  func isForeign(to change: FileChange) -> Bool {
    self != .missing && !matches(change.before) && !matches(change.after)
  }
}
