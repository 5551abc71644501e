import SystemCalls

/// How far a change of a file has come that the journal has committed and not closed.
///
/// Readers and the next writer both ask this, so that they agree on what is there.
///
/// A file that was put into its place may have been edited or deleted before the power was lost, and
/// the line break that closed the journal with it. Its temporary file tells: that lies beside the
/// place until a rename puts the file there, or until it is discarded after an exchange, and was
/// flushed before the journal committed. So where a disk keeps the name of a new file that was
/// flushed, a missing temporary file means that the rename took place, whatever is in the place now.
/// (A rename that the disk has lost brings the temporary file back.) Elsewhere the name may be lost with the power, so that in doubt
/// the change is carried out, or kept beside the file: at worst something deleted comes back.
enum FilePlacement {
  /// The file is in its place, or was, and has been changed or deleted since.
  case done
  /// The file is as it was before the change.
  case pending
  /// Another program changed the file before the change reached it.
  case conflicting

  /// - Parameters:
  ///   - current: the content of the file.
  ///   - temporary: the content of its temporary file.
  ///   - keepsNames: whether a missing temporary file tells that the file was put into its place.
  init(of change: FileChange, current: FileText, temporary: FileText, keepsNames: Bool) {
    let isAsBefore = current.matches(change.before)
    if current.matches(change.after) || (change.after == nil && !isAsBefore) {
      self = .done
    } else if isAsBefore, change.before != nil {
      self = .pending
    } else if temporary == .missing, keepsNames {
      self = .done
    } else {
      self = isAsBefore ? .pending : .conflicting
    }
  }

  init(of change: FileChange, in files: StoreFiles, keepsNames: Bool) throws(SystemError) {
    self.init(
      of: change,
      current: try files.text(of: change.path),
      temporary: try files.text(of: StorePath(change.path).temporary),
      keepsNames: keepsNames
    )
  }
}
