import SystemCalls

extension DirectoryReader {
  /// Overlays the files of a committed but unfinished transaction with the content that the next
  /// writer will give them.
  mutating func overlay(_ tail: Journal.TailState, of journal: Journal) throws(SystemError) {
    let net = CombinedJournalChange(of: tail.trustedEntries)
    var moved: Set<String> = []
    for move in net.moves where move.isFirst {
      guard try files.status(of: move.from)?.kind == .regular, try files.status(of: move.to) == nil
      else { continue }
      moved.insert(move.from)
      overlay[move.from] = .some(nil)
    }
    if net.isEmpty { return }
    let hasDurableNames = try net.hasDurableNames(in: root)
    for file in net.files {
      // The planned move frees this path, so no other program's version can be in conflict.
      if moved.contains(file.path) {
        overlay[file.path] = .some(file.after)
        continue
      }
      try overlay(file, of: net.sequence, hasDurableNames: hasDurableNames)
    }
    try overlay(net.tags, of: net.sequence, journal: journal)
  }

  /// Overlays a changed file, and the conflict copies that the next writer will put beside it.
  private mutating func overlay(
    _ change: FileChange,
    of sequence: Int,
    hasDurableNames: Bool
  ) throws(SystemError) {
    let paths = TransactionPaths(change.path, of: sequence)
    let temporary = try files.text(of: paths.temporary)
    let state = FileChangeState(
      of: change,
      current: try files.text(of: paths.path),
      temporary: temporary,
      hasDurableNames: hasDurableNames
    )
    var versions: [String?] = []
    switch state {
    case .done: break
    case .pending: overlay[paths.path] = .some(change.after)
    case .conflicting: versions = [change.after]
    case .externalDisplaced:
      overlay[paths.path] = .some(temporary.text)
      versions = [change.after]
    case .externalSuperseded: versions = [change.after, temporary.text]
    }
    for (version, number) in zip(versions.compactMap { $0 }, sequence...) {
      overlay[paths.conflict(number)] = version
    }
  }

  /// Overlays `tags.json` with the changed tags of an unfinished transaction.
  private mutating func overlay(
    _ changes: [TagChange],
    of sequence: Int,
    journal: Journal
  ) throws(SystemError) {
    if changes.isEmpty { return }
    let paths = TransactionPaths(StoreLayout.tags, of: sequence)
    let current = try files.text(of: paths.path)
    if let stored = current.text.flatMap(StoredTags.init(text:)) {
      if let text = TagListUpdate(changes, to: stored).text { overlay[paths.path] = text }
    } else if current == .missing {
      overlay[paths.path] = try TagListUpdate.list(
        after: changes,
        staged: try files.text(of: paths.temporary).text,
        journal: journal
      )
    }
  }
}
