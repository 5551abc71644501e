import MinutaCore
import SystemCalls

/// Puts the files of a committed transaction into their places, and loses nothing that another
/// program saves there meanwhile.
///
/// A file that is replaced is exchanged with the temporary file, so that what comes out can be looked
/// at: an editor may have saved between our reading and our rename. Its version then goes back into
/// its place, and ours is kept beside it under a name of its own.
struct FileChangeApplier {
  let files: StoreFileSystem
  let changeGuard: DirectoryChangeGuard
  /// The number of the transaction's last entry, which names its temporary files and versions kept
  /// beside a file.
  let sequence: Int

  func names(of path: String) -> TransactionPaths { TransactionPaths(path, of: sequence) }

  /// Writes the temporary file of a change.
  func stage(_ change: FileChange, flushing: Bool) throws(SystemError) {
    let paths = names(of: change.path)
    if change.after == nil {
      // A transaction that was never committed may have left one under this number.
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
    let old = try files.status(of: change.path)
    let permissions: UInt32 = MachineLayout.isPrivate(change.path) ? 0o600 : 0o644
    let file = try around(StoreLayout.folder(ofFile: path)) { () throws(SystemError) in
      try files.make(path, permissions: permissions)
    }
    if let old { try file.setPermissions(old.permissions) }
    try file.write(Array(text.utf8))
    if flushing { try file.flush() }
  }

  /// Puts a file into its place, whose temporary file is whole.
  ///
  /// - Returns: Whether it is there; if not, another program's version is, and ours is kept beside.
  func apply(_ change: FileChange) throws(SystemError) -> Bool {
    if change.after == nil { return try remove(change) }
    return try change.before == nil ? add(change) : exchange(change)
  }

  /// Puts a file into its place after a writer died, or failed, on the way.
  ///
  /// - Parameter hasDurableNames: as `FileChangeState` has it; false where the change cannot have been carried
  ///   out before.
  /// - Returns: As `apply(_:)` does.
  func reapply(
    _ change: FileChange,
    hasDurableNames: Bool = false
  ) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    let current = try files.text(of: paths.path)
    let temporary = try files.text(of: paths.temporary)
    let placement = FileChangeState(
      of: change,
      current: current,
      temporary: temporary,
      hasDurableNames: hasDurableNames
    )
    switch placement {
    case .done:
      // The file as it was before proves this, and goes once the journal is closed.
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

  /// Takes a change back that was committed, and that its writer could not finish.
  ///
  /// - Parameter change: one of a file that was there before.
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
    let out = try files.text(of: paths.temporary)
    if out.matches(change.after) {
      try discard(paths)
    } else if out != .missing {
      try renameToConflictCopy(paths.temporary, as: paths)
    }
  }

  /// Writes the temporary file of a committed change once more, which is whole at every moment.
  func restage(_ change: FileChange) throws(SystemError) {
    guard change.after != nil else { return }
    let paths = names(of: change.path)
    try writeDraft(of: change)
    try around(paths.folder) { () throws(SystemError) in
      try files.replace(paths.temporary, with: paths.draft)
    }
  }

  /// Keeps our version of a file beside it, whatever its temporary file is.
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
      // Another program has just deleted the file.
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

  /// Replaces a file where the file system knows no exchange.
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

  /// Puts another program's version back, which came out of the place, and keeps ours beside it.
  private func restoreExternalVersion(_ change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    if change.after == nil { return try restoreRemovedFile(paths) }
    try putBack(paths)
    let out = try files.text(of: paths.temporary)
    if out == .missing { return try writeConflictCopy(of: change) }
    if out.matches(change.after) { return try renameToConflictCopy(paths.temporary, as: paths) }
    // It has saved once more, over ours: its later version stays.
    try putBack(paths)
    try keepBothVersions(change)
  }

  /// Puts another program's version back, which a removal took away, unless there is a later one.
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

  /// Keeps our version beside a file, and then the one of another program that came out of the place.
  private func keepBothVersions(_ change: FileChange) throws(SystemError) {
    let paths = names(of: change.path)
    try writeConflictCopy(of: change)
    if try files.text(of: paths.temporary) == .missing { return }
    try renameToConflictCopy(paths.temporary, as: paths)
  }

  /// Exchanges again, or renames where the place has become free.
  private func putBack(_ paths: TransactionPaths) throws(SystemError) {
    do throws(SystemError) {
      try exchange(paths)
    } catch  where error.isMissing {
      try around(paths.folder) { () throws(SystemError) in
        try files.rename(paths.temporary, to: paths.path, .noReplace)
      }
    }
  }

  /// Removes a file by way of its temporary name, where it can be looked at once more.
  private func remove(_ change: FileChange) throws(SystemError) -> Bool {
    let paths = names(of: change.path)
    do throws(SystemError) {
      try moveToTemporary(paths)
    } catch {
      if error.isMissing { return true }
      guard error.alreadyExists else { throw error }
      // A writer left it there when the power was lost.
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

  /// Gives a new file its temporary name again, which `StagedFileList` discards once the journal has taken
  /// the transaction back; until then the next writer can still finish it.
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

  /// Gives a version that cannot have its place a name beside it that nothing has.
  func renameToConflictCopy(_ path: String, as paths: TransactionPaths) throws(SystemError) {
    changeGuard.markChanged(absolute(paths.folder))
    for number in sequence... {
      do throws(SystemError) {
        return try files.rename(path, to: paths.conflict(number), .noReplace)
      } catch {
        guard error.alreadyExists else { throw error }
        // A writer that died after this step has kept it already.
        let known = try files.text(of: paths.conflict(number))
        if let text = known.text, try files.text(of: path).matches(text) {
          return try files.discard(path)
        }
      }
    }
  }
}

/// Moves of files and the folders that they need.
extension FileChangeApplier {
  /// Moves a file; what has the place already stays, and a new image is kept beside it.
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

  /// - Returns: The folders that were made, from the top, as absolute paths.
  @discardableResult
  func makeDirectory(_ path: String) throws(SystemError) -> [String] {
    try files.makeDirectory(path, permissions: MachineLayout.isPrivate(path) ? 0o700 : 0o755)
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
