import MinutaCore
import SystemCalls

/// Puts the files of a committed transaction in place without losing another program's concurrent
/// changes.
///
/// To change a file, it exchanges the file with a temporary file that holds the new version. It
/// then compares the displaced version with the expected one, because an editor may have saved the
/// file in between. In that case the editor's version goes back, and ours becomes a conflict copy.
struct FileChangeApplier {
  let files: StoreFileSystem
  let changeGuard: ConcurrentChangeDetector
  /// The sequence number of the transaction's last journal entry.
  ///
  /// It is part of the names of temporary files and conflict copies.
  let sequence: Int
  let cache = TransactionPathCache()

  /// Writes the new version of a file to its temporary file, before the commit.
  ///
  /// - Parameter flushing: whether to flush the temporary file to disk.
  func stage(_ change: FileChange, flushing: Bool) throws(SystemError) {
    let paths = names(of: change.path)
    if change.after == nil {
      // A deletion needs no temporary file, but an uncommitted transaction with the same number may
      // have left one.
      try discard(paths)
    } else {
      try write(change, to: paths.temporary, flushing: flushing)
    }
  }

  private func write(
    _ change: FileChange,
    to path: String,
    flushing: Bool
  ) throws(SystemError) {
    guard let text = change.after else { return }
    let old = change.before == nil ? nil : try files.status(of: change.path)
    let permissions: UInt32 = MachineFileLayout.isPrivate(change.path) ? 0o600 : 0o644
    let file = try around(StoreLayout.folder(ofFile: path)) { () throws(SystemError) in
      try files.make(path, permissions: permissions)
    }
    if let old { try file.setPermissions(old.permissions) }
    try file.write(Array(text.utf8))
    if flushing { try file.flush() }
  }

  /// Applies a change to its file; the change's temporary file, if needed, must be complete.
  ///
  /// - Returns: false if another program changed the file; our version is then a conflict copy.
  func apply(_ change: FileChange) throws(SystemError) -> Bool {
    if change.after == nil { return try remove(change) }
    return try change.before == nil ? add(change) : exchange(change)
  }

  /// Applies a change that may have been applied already, because its writer crashed or failed
  /// midway.
  ///
  /// - Parameter hasDurableNames: whether a missing temporary file proves that the change was
  ///   applied, as in `FileChangeState`; false if the change can't have been applied before.
  /// - Returns: the same as `apply(_:)`.
  func reapply(
    _ change: FileChange,
    hasDurableNames: Bool = false
  ) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    let current = try files.text(of: paths.path)
    let temporary = try files.text(of: paths.temporary)
    let state = FileChangeState(
      of: change,
      current: current,
      temporary: temporary,
      hasDurableNames: hasDurableNames
    )
    switch state {
    case .done:
      // Keep a temporary file with the old version: if recovery crashes too, that file proves that
      // the change was applied. It is deleted after the journal is marked as applied.
      if temporary != .missing, !temporary.matches(change.before) { try discard(paths) }
      return current.matches(change.after)
    case .pending:
      if !temporary.matches(change.after) { try restage(change) }
      return try self.apply(change)
    case .conflicting:
      if !temporary.matches(change.after) { try restage(change) }
      try renameToConflictCopy(paths.temporary, as: paths)
    case .externalDisplaced:
      try restoreExternalVersion(change)
    case .externalSuperseded:
      try keepBothVersions(change)
    }
    return false
  }

  /// Reverts a committed change that its writer couldn't apply.
  ///
  /// - Parameter change: the change of a file that existed before the transaction.
  func revert(_ change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    guard try files.text(of: paths.temporary).isForeign(to: change) else {
      let back = FileChange(path: change.path, before: change.after, after: change.before)
      _ = try reapply(back)
      return
    }
    let current = try files.text(of: paths.path)
    guard current == .missing || current.matches(change.after) else {
      return try renameToConflictCopy(paths.temporary, as: paths)
    }
    try putBack(paths)
    let displaced = try files.text(of: paths.temporary)
    if displaced.matches(change.after) {
      try discard(paths)
    } else if displaced != .missing {
      try renameToConflictCopy(paths.temporary, as: paths)
    }
  }

  /// Writes the temporary file of a committed change again, atomically.
  func restage(_ change: FileChange) throws(SystemError) {
    guard change.after != nil else { return }
    let paths = names(of: change.path)
    try writeDraft(of: change)
    try around(paths.folder) { () throws(SystemError) in
      try files.replace(paths.temporary, with: paths.draft)
    }
  }

  /// Writes our version to a conflict copy.
  ///
  /// It doesn't rename the temporary file, which may be missing or hold another program's version.
  func writeConflictCopy(of change: FileChange) throws(SystemError) {
    guard change.after != nil else { return }
    let paths = names(of: change.path)
    try writeDraft(of: change)
    try renameToConflictCopy(paths.draft, as: paths)
  }

  private func writeDraft(of change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    try makeDirectory(paths.folder)
    try write(change, to: paths.draft, flushing: true)
  }

  private func add(_ change: FileChange) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    do throws(SystemError) {
      try around(paths.folder) { () throws(SystemError) in
        try files.rename(paths.temporary, to: paths.path, .noReplace)
      }
      return true
    } catch  where error.alreadyExists {}
    if try files.text(of: paths.path).matches(change.after) {
      try discard(paths)
      return true
    }
    try renameToConflictCopy(paths.temporary, as: paths)
    return false
  }

  private func exchange(_ change: FileChange) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    do throws(SystemError) {
      try exchange(paths)
    } catch {
      if error.isUnsupported { return try replace(change) }
      guard error.isMissing else { throw error }
      // Another program has deleted the file, so our version becomes a conflict copy.
      try renameToConflictCopy(paths.temporary, as: paths)
      return false
    }
    guard try files.text(of: paths.temporary).matches(change.before) else {
      try restoreExternalVersion(change)
      return false
    }
    try discard(paths)
    return true
  }

  private func exchange(_ paths: TransactionPaths) throws(SystemError) {
    try around(paths.folder) { () throws(SystemError) in
      try files.rename(paths.temporary, to: paths.path, .exchange)
    }
  }

  /// Replaces a file on a file system that doesn't support exchanging two files.
  private func replace(_ change: FileChange) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    guard try files.text(of: paths.path).matches(change.before) else {
      try renameToConflictCopy(paths.temporary, as: paths)
      return false
    }
    try around(paths.folder) { () throws(SystemError) in
      try files.replace(paths.path, with: paths.temporary)
    }
    return true
  }

  /// Puts back another program's version that an exchange displaced, and keeps ours as a conflict
  /// copy.
  private func restoreExternalVersion(_ change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    if change.after == nil { return try restoreRemovedFile(paths) }
    try putBack(paths)
    let displaced = try files.text(of: paths.temporary)
    if displaced == .missing { return try writeConflictCopy(of: change) }
    if displaced.matches(change.after) {
      return try renameToConflictCopy(paths.temporary, as: paths)
    }
    // The program has saved once more, over our version. Its later version belongs in place, so
    // exchange the files again.
    try putBack(paths)
    try keepBothVersions(change)
  }

  /// Puts a file back that was about to be deleted but holds another program's version.
  ///
  /// If there is a later version at the path by now, the file becomes a conflict copy.
  private func restoreRemovedFile(_ paths: TransactionPaths) throws(SystemError) {
    do throws(SystemError) {
      try around(paths.folder) { () throws(SystemError) in
        try files.rename(paths.temporary, to: paths.path, .noReplace)
      }
    } catch  where error.alreadyExists {
      try renameToConflictCopy(paths.temporary, as: paths)
    }
    changeGuard.markChanged(absolute(paths.folder))
  }

  /// Keeps our version and another program's earlier version as conflict copies.
  private func keepBothVersions(_ change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    try writeConflictCopy(of: change)
    if try files.text(of: paths.temporary) == .missing { return }
    try renameToConflictCopy(paths.temporary, as: paths)
  }

  /// Puts the displaced version back: exchanges the two files again, or renames the temporary file
  /// if the other file is gone.
  private func putBack(_ paths: TransactionPaths) throws(SystemError) {
    do throws(SystemError) {
      try exchange(paths)
    } catch  where error.isMissing {
      try around(paths.folder) { () throws(SystemError) in
        try files.rename(paths.temporary, to: paths.path, .noReplace)
      }
    }
  }

  /// Deletes a file, after renaming it to its temporary name and checking its content there.
  private func remove(_ change: FileChange) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    do throws(SystemError) {
      try moveToTemporary(paths)
    } catch {
      if error.isMissing { return true }
      guard error.alreadyExists else { throw error }
      // A writer left a temporary file of this name when the power was lost: delete it.
      try discard(paths)
      try moveToTemporary(paths)
    }
    if try files.text(of: paths.temporary).matches(change.before) {
      try discard(paths)
      return true
    }
    try restoreRemovedFile(paths)
    return false
  }

  /// Reverts the creation of a file by renaming it to its temporary name.
  ///
  /// Until the journal is rolled back, the next writer can still apply the change. After that, the
  /// next writer deletes the temporary file, because the `StagedFileList` contains it.
  func moveBackToTemporary(_ change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    guard try files.text(of: paths.path).matches(change.after) else { return }
    if try files.text(of: paths.temporary).matches(change.after) { try discard(paths) }
    try moveToTemporary(paths)
    if try !files.text(of: paths.temporary).matches(change.after) { try restoreRemovedFile(paths) }
  }

  private func moveToTemporary(_ paths: TransactionPaths) throws(SystemError) {
    try around(paths.folder) { () throws(SystemError) in
      try files.rename(paths.path, to: paths.temporary, .noReplace)
    }
  }

  func discard(_ paths: TransactionPaths) throws(SystemError) {
    try around(paths.folder) { () throws(SystemError) in try files.discard(paths.temporary) }
  }

  /// Renames a file that can't be put in place to the first free name of a conflict copy.
  func renameToConflictCopy(_ path: String, as paths: TransactionPaths) throws(SystemError) {
    changeGuard.markChanged(absolute(paths.folder))
    for number in sequence... {
      do throws(SystemError) {
        return try files.rename(path, to: paths.conflict(number), .noReplace)
      } catch {
        guard error.alreadyExists else { throw error }
        // A writer that crashed has already made the same conflict copy, so delete this file.
        let existing = try files.text(of: paths.conflict(number))
        if let text = existing.text, try files.text(of: path).matches(text) {
          return try files.discard(path)
        }
      }
    }
  }
}

extension FileChangeApplier {
  /// Performs a move of a journal entry.
  ///
  /// An existing file at the target path is not replaced. A new image then becomes a conflict copy.
  func perform(_ move: FileMove) throws(SystemError) {
    guard try files.status(of: move.from)?.kind == .regular else { return }
    let (from, to) = (StoreLayout.folder(ofFile: move.from), StoreLayout.folder(ofFile: move.to))
    try makeDirectory(to)
    do throws(SystemError) {
      try around(from) { () throws(SystemError) in
        try around(to) { () throws(SystemError) in
          try files.rename(move.from, to: move.to, .noReplace)
        }
      }
    } catch  where error.alreadyExists {
      if StagedImage.isStagingPath(move.from) {
        try renameToConflictCopy(move.from, as: names(of: move.to))
      }
    }
  }

  /// Creates a directory; only the user can access a directory of private files.
  ///
  /// - Returns: the absolute paths of the directories that were created, outermost first.
  @discardableResult
  func makeDirectory(_ path: String) throws(SystemError) -> [String] {
    try files.makeDirectory(path, permissions: MachineFileLayout.isPrivate(path) ? 0o700 : 0o755)
  }

  private func around<Result: ~Copyable>(
    _ folder: String,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try changeGuard.around(absolute(folder), body)
  }

  private func absolute(_ folder: String) -> String {
    folder.isEmpty ? files.root : "\(files.root)/\(folder)"
  }
}
