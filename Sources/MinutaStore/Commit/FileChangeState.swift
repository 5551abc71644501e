import SystemCalls

/// How far a change of a file has come that the journal has committed and not closed.
///
/// Readers and the next writer both ask this, so that they agree on what is there.
///
/// A file that was put into its place may have been edited or deleted before the power was lost, and
/// the line break that closed the journal with it. Its temporary file tells, whose name says which
/// transaction it belongs to: it lies beside the place until a rename puts the file there, or, after
/// an exchange, until what came out of the place is discarded, and it was flushed before the journal
/// committed. So where a disk keeps the name of a new file that was flushed, a temporary file that is
/// missing or as the file was before means that the rename took place, whatever is in the place now.
/// (A rename that the disk has lost brings the temporary file back.) Elsewhere the name may be lost
/// with the power, so that in doubt the change is carried out, or kept beside the file: at worst
/// something deleted comes back.
enum FileChangeState {
  /// The file is in its place, or was, and has been changed or deleted since.
  case done
  /// The file is as it was before the change.
  case pending
  /// Another program changed the file before the change reached it.
  case conflicting
  /// The version of another program came out of the place, and it goes back.
  case externalDisplaced
  /// The version of another program came out of the place, where a later one is by now.
  case externalSuperseded

  /// - Parameters:
  ///   - current: the content of the file.
  ///   - temporary: the content of its temporary file.
  ///   - hasDurableNames: whether the temporary file tells that the file was put into its place.
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
  /// Whether a temporary file of a change is neither the file before nor after it, so that it is what
  /// another program saved.
  func isForeign(to change: FileChange) -> Bool {
    self != .missing && !matches(change.before) && !matches(change.after)
  }
}
