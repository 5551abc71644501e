import SystemCalls

extension FolderReader {
  /// Takes the files of a committed and unfinished transaction as the next writer will leave them.
  mutating func overlay(_ tail: Journal.Tail) throws(SystemError) {
    let net = NetChange(of: tail.trustedEntries)
    var left: Set<String> = []
    for move in net.moves where move.isFirst {
      guard try files.status(of: move.from)?.kind == .regular, try files.status(of: move.to) == nil
      else { continue }
      left.insert(move.from)
      overlay[move.from] = .some(nil)
    }
    let changed = try FilePlacement.changedFolders(of: net.files, since: tail.modified, in: files)
    for file in net.files {
      // Its place is free once the move is made.
      if left.contains(file.path) {
        overlay[file.path] = .some(file.after)
        continue
      }
      switch try FilePlacement(of: file, in: files, changedFolders: changed) {
      case .done: break
      case .pending: overlay[file.path] = .some(file.after)
      case .conflicting: overlay[StorePlace(file.path).conflict(net.sequence)] = .some(file.after)
      }
    }
  }
}
