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
      overlay.write(nil, to: move.from)
    }
    if net.isEmpty { return }
    let hasDurableNames = try net.hasDurableNames(in: root)
    for file in net.files {
      // The planned move frees this path, so no other program's version can be in conflict.
      if moved.contains(file.path) {
        overlay.write(file.after, to: file.path)
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
    case .pending: overlay.write(change.after, to: paths.path)
    case .conflicting: versions = [change.after]
    case .externalDisplaced:
      overlay.write(temporary.text, to: paths.path)
      versions = [change.after]
    case .externalSuperseded: versions = [change.after, temporary.text]
    }
    for (version, number) in zip(versions.compactMap { $0 }, sequence...) {
      overlay.write(version, to: paths.conflict(number))
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
      if let text = TagListUpdate(changes, to: stored).text {
        overlay.write(text, to: paths.path)
      }
    } else if current == .missing {
      let staged = try files.text(of: paths.temporary).text
      let text = try TagListUpdate.list(after: changes, staged: staged, journal: journal)
      overlay.write(text, to: paths.path)
    }
  }
}
