import SystemCalls

/// How far a change of a file has come that the journal has committed and not closed.
///
/// Readers and the next writer both ask this, so that they agree on what is there.
///
/// A file that was put into its place may have been edited or deleted before the power was lost, and
/// the line break that closed the journal with it. It is known by its temporary file: that lies
/// beside the place until the very rename that puts the file there. Its name reaches the disk with
/// its content before the journal commits, wherever a flush of a new file keeps its name (ext4, XFS,
/// Btrfs, F2FS). A disk that loses the name loses all later changes of the folder with it, so a
/// folder that is older than the commit never saw the rename. In doubt the change is carried out or
/// kept beside the file: at worst something deleted comes back, and nothing is lost.
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
  ///   - changedFolders: the folders that have changed since the commit.
  init(
    of change: FileChange,
    current: FileText,
    temporary: FileText,
    changedFolders: Set<String>
  ) {
    let isAsBefore = current.matches(change.before)
    if current.matches(change.after) || (change.after == nil && !isAsBefore) {
      self = .done
    } else if isAsBefore, change.before != nil {
      self = .pending
    } else if temporary == .missing,
      changedFolders.contains(StoreLayout.folder(ofFile: change.path))
    {
      self = .done
    } else {
      self = isAsBefore ? .pending : .conflicting
    }
  }

  init(
    of change: FileChange,
    in files: StoreFiles,
    changedFolders: Set<String>
  ) throws(SystemError) {
    self.init(
      of: change,
      current: try files.text(of: change.path),
      temporary: try files.text(of: StorePlace(change.path).temporary),
      changedFolders: changedFolders
    )
  }

  /// The folders of some paths that have changed since the journal was written last; asked before
  /// anything is put into its place, which changes them too.
  ///
  /// - Parameter committed: when that was, in nanoseconds since 1970.
  static func changedFolders(
    of paths: [String],
    since committed: Int64,
    in files: StoreFiles
  ) throws(SystemError) -> Set<String> {
    var changed: Set<String> = []
    for folder in Set(paths.map(StoreLayout.folder(ofFile:))) {
      guard let status = try files.folderStatus(folder) else { continue }
      if status.modified >= committed { changed.insert(folder) }
    }
    return changed
  }
}
