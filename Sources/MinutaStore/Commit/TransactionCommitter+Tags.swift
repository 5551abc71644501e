import MinutaCore
import SystemCalls

/// Applies changed tags one by one, since the journal doesn't store the whole `tags.json`.
extension TransactionCommitter {
  /// Applies changed tags to `tags.json`.
  ///
  /// - Parameter hasDurableNames: whether a missing temporary file proves that the changes were
  ///   applied, as in `FileChangeState`; false if this process has just committed the transaction.
  func applyTags(
    of net: CombinedJournalChange,
    with applier: FileChangeApplier,
    hasDurableNames: Bool
  ) throws(SystemError) {
    if net.tags.isEmpty { return }
    if let list = net.tagList, try files.text(of: list.path).matches(list.before) {
      _ = try applier.apply(list)
    } else {
      try mergeTags(net.tags, net.tagDigests, with: applier, hasDurableNames: hasDurableNames)
    }
  }

  /// Restores the earlier versions of changed tags in `tags.json`.
  func revertTags(of net: CombinedJournalChange, with applier: FileChangeApplier)
    throws(SystemError)
  {
    if net.tags.isEmpty { return }
    let current = try files.text(of: StoreLayout.tags)
    if let list = net.tagList, current.matches(list.before) || current.matches(list.after) {
      try applier.revert(list)
    } else {
      let (changes, digests) = (net.tags.map(\.reversed), net.tagDigests?.reversed)
      try mergeTags(changes, digests, with: applier, hasDurableNames: false)
    }
  }

  /// The kinds of temporary file that a transaction may have left beside `tags.json`.
  private enum TemporaryTagFileState {
    case missing
    /// The new tag list, which is not in place yet.
    case staged
    /// The old tag list, which an exchange with the new list left here.
    case replaced
    /// A tag list of another program, which was saved just before our exchange displaced it.
    case foreign
  }

  /// Merges changed tags, one by one, with the current `tags.json`.
  ///
  /// It writes a conflict copy before it deletes the temporary file. After a crash in between, the
  /// temporary file still shows the next recovery whether the new list had been put in place.
  private func mergeTags(
    _ changes: [TagChange],
    _ digests: TagListDigests?,
    with applier: FileChangeApplier,
    hasDurableNames: Bool
  ) throws(SystemError) {
    let paths = applier.names(of: StoreLayout.tags)
    let current = try files.text(of: paths.path)
    let text = try files.text(of: paths.temporary)
    let temporary = Self.temporary(text, changes, digests, beside: current)
    let wasPlaced = temporary == .foreign || (hasDurableNames && temporary != .staged)
    guard let stored = current.text.flatMap(StoredTags.init(text:)) else {
      if current != .missing, wasPlaced, temporary == .missing { return }
      return try writeTags(changes, over: text, with: applier)
    }
    let update = TagListUpdate(changes, to: stored)
    // If our list was in place already, a tag that differs now was edited afterwards, which isn't a
    // conflict.
    if let text = update.conflictText, !wasPlaced {
      try applier.writeConflictCopy(of: FileChange(path: paths.path, before: nil, after: text))
    }
    switch temporary {
    case .missing: break
    case .foreign: try applier.renameToConflictCopy(paths.temporary, as: paths)
    case .staged, .replaced: try applier.discard(paths)
    }
    if let text = update.text {
      _ = try applier.reapply(FileChange(path: paths.path, before: current.text, after: text))
    }
  }

  /// Writes the whole tag list because `tags.json` is missing or unreadable.
  ///
  /// - Parameter temporary: the content of the transaction's temporary file, whose tags are all
  ///   kept.
  private func writeTags(
    _ changes: [TagChange],
    over temporary: FileContent,
    with applier: FileChangeApplier
  ) throws(SystemError) {
    let paths = applier.names(of: StoreLayout.tags)
    let staged = temporary.text.flatMap(StoredTags.init(text:))
    let list = FileChange(
      path: paths.path,
      before: nil,
      after: try TagListUpdate.list(after: changes, staged: temporary.text, journal: journal)
    )
    let isLost = staged.map { TagListUpdate(changes, to: $0).conflictText != nil } ?? true
    if isLost, temporary != .missing {
      try applier.renameToConflictCopy(paths.temporary, as: paths)
    }
    if isLost || !temporary.matches(list.after) { try applier.restage(list) }
    _ = try applier.reapply(list)
  }

  private static func temporary(
    _ temporary: FileContent,
    _ changes: [TagChange],
    _ digests: TagListDigests?,
    beside current: FileContent
  ) -> TemporaryTagFileState {
    guard temporary != .missing else { return .missing }
    guard let text = temporary.text else { return .foreign }
    let digest = TagListDigests.digest(text)
    if digest == digests?.after { return .staged }
    if digest == digests?.before { return .replaced }
    // An earlier recovery may have crashed too, and left its merged list in the temporary file.
    if update(of: current.text, by: changes).map({ temporary.matches($0) }) ?? false {
      return .staged
    }
    return update(of: text, by: changes).map { current.matches($0) } ?? false
      ? .replaced : .foreign
  }

  /// Returns the tag list in `text` with `changes` applied; nil if there is a conflict or `text`
  /// isn't a tag list.
  private static func update(of text: String?, by changes: [TagChange]) -> String? {
    guard let text, let stored = StoredTags(text: text) else { return nil }
    let update = TagListUpdate(changes, to: stored)
    return update.conflictText == nil ? update.text ?? text : nil
  }
}
