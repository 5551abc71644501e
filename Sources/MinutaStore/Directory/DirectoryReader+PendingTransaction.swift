import SystemCalls

extension DirectoryReader {
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
    let hasDurableNames = try net.hasDurableNames(in: root)
    for file in net.files {
      // Its place is free once the move is made.
      if left.contains(file.path) {
        overlay[file.path] = .some(file.after)
        continue
      }
      try overlay(file, of: net.sequence, hasDurableNames: hasDurableNames)
    }
    try overlay(net.tags, of: net.sequence, journal: journal)
  }

  /// Takes a file, and the versions that will be kept beside it.
  private mutating func overlay(
    _ change: FileChange,
    of sequence: Int,
    hasDurableNames: Bool
  ) throws(SystemError) {
    let place = TransactionPaths(change.path, of: sequence)
    let temporary = try files.text(of: place.temporary)
    let placement = FileChangeState(
      of: change,
      current: try files.text(of: place.path),
      temporary: temporary,
      hasDurableNames: hasDurableNames
    )
    var versions: [String?] = []
    switch placement {
    case .done: break
    case .pending: overlay[place.path] = .some(change.after)
    case .conflicting: versions = [change.after]
    case .externalDisplaced:
      overlay[place.path] = .some(temporary.text)
      versions = [change.after]
    case .externalSuperseded: versions = [change.after, temporary.text]
    }
    for (version, number) in zip(versions.compactMap { $0 }, sequence...) {
      overlay[place.conflict(number)] = version
    }
  }

  /// Takes the tags that an unfinished transaction changed.
  private mutating func overlay(
    _ changes: [TagChange],
    of sequence: Int,
    journal: Journal
  ) throws(SystemError) {
    if changes.isEmpty { return }
    let place = TransactionPaths(StoreLayout.tags, of: sequence)
    let current = try files.text(of: place.path)
    if let stored = current.text.flatMap(StoredTags.init(text:)) {
      if let text = TagListUpdate(changes, to: stored).text { overlay[place.path] = text }
    } else if current == .missing {
      overlay[place.path] = try TagListUpdate.list(
        after: changes,
        staged: try files.text(of: place.temporary).text,
        journal: journal
      )
    }
  }
}
