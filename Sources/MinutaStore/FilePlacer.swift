import MinutaCore
import SystemCalls

/// Puts the files of a committed transaction into their places, and loses nothing that another
/// program saves there meanwhile.
///
/// A file that is replaced is exchanged with the temporary file, so that what comes out can be looked
/// at: an editor may have saved between our reading and our rename. Its version then goes back into
/// its place, and ours is kept beside it under a name of its own.
struct FilePlacer {
  let files: StoreFiles
  let witness: FolderWitness
  /// The number of the transaction's last entry, which names its temporary files and versions kept
  /// beside a file.
  let sequence: Int

  func names(of path: String) -> StorePath { StorePath(path, of: sequence) }

  /// Writes the temporary file of a change.
  func stage(_ change: FileChange, flushing: Bool) throws(SystemError) {
    let place = names(of: change.path)
    if change.after == nil {
      // A transaction that was never committed may have left one under this number.
      try discard(place)
    } else {
      try write(change, to: place.temporary, flushing: flushing)
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
  func place(_ change: FileChange) throws(SystemError) -> Bool {
    if change.after == nil { return try remove(change) }
    return try change.before == nil ? add(change) : exchange(change)
  }

  /// Puts a file into its place after a writer died, or failed, on the way.
  ///
  /// - Parameter keepsNames: as `FilePlacement` has it; false where the change cannot have been carried
  ///   out before.
  /// - Returns: As `place(_:)` does.
  func placeAgain(
    _ change: FileChange,
    keepsNames: Bool = false
  ) throws(SystemError) -> Bool {
    let place = names(of: change.path)
    let current = try files.text(of: place.path)
    let temporary = try files.text(of: place.temporary)
    let placement = FilePlacement(
      of: change,
      current: current,
      temporary: temporary,
      keepsNames: keepsNames
    )
    switch placement {
    case .done:
      // The file as it was before proves this, and goes once the journal is closed.
      if temporary != .missing, !temporary.matches(change.before) { try discard(place) }
      return current.matches(change.after)
    case .pending:
      if !temporary.matches(change.after) { try stageAgain(change) }
      return try self.place(change)
    case .conflicting:
      if !temporary.matches(change.after) { try stageAgain(change) }
      try keepBeside(place.temporary, as: place)
    case .displacing:
      try giveBack(change)
    case .overtaken:
      try keepBoth(change)
    }
    return false
  }

  /// Takes a change back that was committed, and that its writer could not finish.
  ///
  /// - Parameter change: one of a file that was there before.
  func takeBack(_ change: FileChange) throws(SystemError) {
    let place = names(of: change.path)
    guard try files.text(of: place.temporary).isForeign(to: change) else {
      let back = FileChange(path: change.path, before: change.after, after: change.before)
      _ = try placeAgain(back)
      return
    }
    let current = try files.text(of: place.path)
    guard current == .missing || current.matches(change.after) else {
      return try keepBeside(place.temporary, as: place)
    }
    try putBack(place)
    let out = try files.text(of: place.temporary)
    if out.matches(change.after) {
      try discard(place)
    } else if out != .missing {
      try keepBeside(place.temporary, as: place)
    }
  }

  /// Writes the temporary file of a committed change once more, which is whole at every moment.
  func stageAgain(_ change: FileChange) throws(SystemError) {
    guard change.after != nil else { return }
    let place = names(of: change.path)
    try writeDraft(of: change)
    try around(place.folder) { () throws(SystemError) in
      try files.replace(place.temporary, with: place.draft)
    }
  }

  /// Keeps our version of a file beside it, whatever its temporary file is.
  func keepCopy(of change: FileChange) throws(SystemError) {
    guard change.after != nil else { return }
    let place = names(of: change.path)
    try writeDraft(of: change)
    try keepBeside(place.draft, as: place)
  }

  private func writeDraft(of change: FileChange) throws(SystemError) {
    let place = names(of: change.path)
    try makeFolder(place.folder)
    try write(change, to: place.draft, flushing: true)
  }

  private func add(_ change: FileChange) throws(SystemError) -> Bool {
    let place = names(of: change.path)
    do throws(SystemError) {
      try around(place.folder) { () throws(SystemError) in
        try files.rename(place.temporary, to: place.path, .keepingOther)
      }
      return true
    } catch  where error.isTaken {}
    if try files.text(of: place.path).matches(change.after) {
      try discard(place)
      return true
    }
    try keepBeside(place.temporary, as: place)
    return false
  }

  private func exchange(_ change: FileChange) throws(SystemError) -> Bool {
    let place = names(of: change.path)
    do throws(SystemError) {
      try exchange(place)
    } catch {
      if error.isUnsupported { return try replace(change) }
      guard error.isMissing else { throw error }
      // Another program has just deleted the file.
      try keepBeside(place.temporary, as: place)
      return false
    }
    guard try files.text(of: place.temporary).matches(change.before) else {
      try giveBack(change)
      return false
    }
    try discard(place)
    return true
  }

  private func exchange(_ place: StorePath) throws(SystemError) {
    try around(place.folder) { () throws(SystemError) in
      try files.rename(place.temporary, to: place.path, .exchanging)
    }
  }

  /// Replaces a file where the file system knows no exchange.
  private func replace(_ change: FileChange) throws(SystemError) -> Bool {
    let place = names(of: change.path)
    guard try files.text(of: place.path).matches(change.before) else {
      try keepBeside(place.temporary, as: place)
      return false
    }
    try around(place.folder) { () throws(SystemError) in
      try files.replace(place.path, with: place.temporary)
    }
    return true
  }

  /// Puts another program's version back, which came out of the place, and keeps ours beside it.
  private func giveBack(_ change: FileChange) throws(SystemError) {
    let place = names(of: change.path)
    if change.after == nil { return try giveBackRemoved(place) }
    try putBack(place)
    let out = try files.text(of: place.temporary)
    if out == .missing { return try keepCopy(of: change) }
    if out.matches(change.after) { return try keepBeside(place.temporary, as: place) }
    // It has saved once more, over ours: its later version stays.
    try putBack(place)
    try keepBoth(change)
  }

  /// Puts another program's version back, which a removal took away, unless there is a later one.
  private func giveBackRemoved(_ place: StorePath) throws(SystemError) {
    do throws(SystemError) {
      try around(place.folder) { () throws(SystemError) in
        try files.rename(place.temporary, to: place.path, .keepingOther)
      }
    } catch  where error.isTaken {
      try keepBeside(place.temporary, as: place)
    }
    witness.spoil(absolute(place.folder))
  }

  /// Keeps our version beside a file, and then the one of another program that came out of the place.
  private func keepBoth(_ change: FileChange) throws(SystemError) {
    let place = names(of: change.path)
    try keepCopy(of: change)
    if try files.text(of: place.temporary) == .missing { return }
    try keepBeside(place.temporary, as: place)
  }

  /// Exchanges again, or renames where the place has become free.
  private func putBack(_ place: StorePath) throws(SystemError) {
    do throws(SystemError) {
      try exchange(place)
    } catch  where error.isMissing {
      try around(place.folder) { () throws(SystemError) in
        try files.rename(place.temporary, to: place.path, .keepingOther)
      }
    }
  }

  /// Removes a file by way of its temporary name, where it can be looked at once more.
  private func remove(_ change: FileChange) throws(SystemError) -> Bool {
    let place = names(of: change.path)
    do throws(SystemError) {
      try moveAway(place)
    } catch {
      if error.isMissing { return true }
      guard error.isTaken else { throw error }
      // A writer left it there when the power was lost.
      try discard(place)
      try moveAway(place)
    }
    if try files.text(of: place.temporary).matches(change.before) {
      try discard(place)
      return true
    }
    try giveBackRemoved(place)
    return false
  }

  /// Gives a new file its temporary name again, which `StagedFiles` discards once the journal has taken
  /// the transaction back; until then the next writer can still finish it.
  func withdraw(_ change: FileChange) throws(SystemError) {
    let place = names(of: change.path)
    guard try files.text(of: place.path).matches(change.after) else { return }
    if try files.text(of: place.temporary).matches(change.after) { try discard(place) }
    try moveAway(place)
    if try !files.text(of: place.temporary).matches(change.after) { try giveBackRemoved(place) }
  }

  private func moveAway(_ place: StorePath) throws(SystemError) {
    try around(place.folder) { () throws(SystemError) in
      try files.rename(place.path, to: place.temporary, .keepingOther)
    }
  }

  func discard(_ place: StorePath) throws(SystemError) {
    try around(place.folder) { () throws(SystemError) in try files.discard(place.temporary) }
  }

  /// Gives a version that cannot have its place a name beside it that nothing has.
  func keepBeside(_ path: String, as place: StorePath) throws(SystemError) {
    witness.spoil(absolute(place.folder))
    for number in sequence... {
      do throws(SystemError) {
        return try files.rename(path, to: place.conflict(number), .keepingOther)
      } catch {
        guard error.isTaken else { throw error }
        // A writer that died after this step has kept it already.
        let known = try files.text(of: place.conflict(number))
        if let text = known.text, try files.text(of: path).matches(text) {
          return try files.discard(path)
        }
      }
    }
  }
}

/// Moves of files and the folders that they need.
extension FilePlacer {
  /// Moves a file; what has the place already stays, and a new image is kept beside it.
  func perform(_ move: FileMove) throws(SystemError) {
    guard try files.status(of: move.from)?.kind == .regular else { return }
    let (from, to) = (StoreLayout.folder(ofFile: move.from), StoreLayout.folder(ofFile: move.to))
    try makeFolder(to)
    do throws(SystemError) {
      try around(from) { () throws(SystemError) in
        try around(to) { () throws(SystemError) in
          try files.rename(move.from, to: move.to, .keepingOther)
        }
      }
    } catch  where error.isTaken {
      if StagedImage.isPlace(move.from) { try keepBeside(move.from, as: names(of: move.to)) }
    }
  }

  /// - Returns: The folders that were made, from the top, as absolute paths.
  @discardableResult
  func makeFolder(_ path: String) throws(SystemError) -> [String] {
    try files.makeFolder(path, permissions: MachineLayout.isPrivate(path) ? 0o700 : 0o755)
  }

  private func around<Result: ~Copyable>(
    _ folder: String,
    _ body: () throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try witness.around(absolute(folder), body)
  }

  private func absolute(_ folder: String) -> String {
    folder.isEmpty ? files.root : "\(files.root)/\(folder)"
  }
}
