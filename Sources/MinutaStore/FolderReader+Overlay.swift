import SystemCalls

extension FolderReader {
  /// Takes the files of a committed and unfinished transaction as the next writer will leave them.
  mutating func overlay(_ tail: Journal.Tail, of journal: Journal) throws(SystemError) {
    let net = NetChange(of: tail.trustedEntries)
    var left: Set<String> = []
    for move in net.moves where move.isFirst {
      guard try files.status(of: move.from)?.kind == .regular, try files.status(of: move.to) == nil
      else { continue }
      left.insert(move.from)
      overlay[move.from] = .some(nil)
    }
    if net.isEmpty { return }
    let keepsNames = try FileSystem.keepsFlushedNames(root)
    for file in net.files {
      // Its place is free once the move is made.
      if left.contains(file.path) {
        overlay[file.path] = .some(file.after)
        continue
      }
      switch try FilePlacement(of: file, in: files, keepsNames: keepsNames) {
      case .done: break
      case .pending: overlay[file.path] = .some(file.after)
      case .conflicting: overlay[StorePath(file.path).conflict(net.sequence)] = .some(file.after)
      }
    }
    try overlay(net.tags, journal: journal)
  }

  /// Takes the tags that an unfinished transaction changed.
  private mutating func overlay(
    _ changes: [TagChange],
    journal: Journal
  ) throws(SystemError) {
    if changes.isEmpty { return }
    let place = StorePath(StoreLayout.tags)
    let current = try files.text(of: place.path)
    if let stored = current.text.flatMap(StoredTags.init(text:)) {
      if let text = TagsUpdate(changes, to: stored).text { overlay[place.path] = text }
    } else if current == .missing {
      overlay[place.path] = try TagsUpdate.list(
        after: changes,
        staged: try files.text(of: place.temporary).text,
        journal: journal
      )
    }
  }
}
