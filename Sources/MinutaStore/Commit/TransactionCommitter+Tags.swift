import MinutaCore
import SystemCalls

/// The file of tags, of which the journal has only the tags that changed.
extension TransactionCommitter {
  /// Puts changed tags into their file.
  ///
  /// - Parameter hasDurableNames: as `FileChangeState` has it; false for a transaction of this process.
  func applyTags(
    of net: NetChange,
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

  /// Takes changed tags out of their file again.
  func revertTags(of net: NetChange, with applier: FileChangeApplier) throws(SystemError) {
    if net.tags.isEmpty { return }
    let current = try files.text(of: StoreLayout.tags)
    if let list = net.tagList, current.matches(list.before) || current.matches(list.after) {
      try applier.revert(list)
    } else {
      let (changes, digests) = (net.tags.map(\.reversed), net.tagDigests?.reversed)
      try mergeTags(changes, digests, with: applier, hasDurableNames: false)
    }
  }

  /// The kinds of temporary file that a transaction may have left for the tags.
  private enum TemporaryTagFile {
    case missing
    /// The list that waits for its place.
    case staged
    /// The list that came out of the place, all of which is in the list there.
    case replaced
    /// A list that another program saved, and that came out of the place.
    case foreign
  }

  /// Changes tags in the file as it is now, tag by tag.
  ///
  /// A version that is to be kept beside the file is written before the temporary file goes, since
  /// that tells whoever finishes this after another death whether the list had its place.
  private func mergeTags(
    _ changes: [TagChange],
    _ digests: TagListDigests?,
    with applier: FileChangeApplier,
    hasDurableNames: Bool
  ) throws(SystemError) {
    let place = applier.names(of: StoreLayout.tags)
    let current = try files.text(of: place.path)
    let text = try files.text(of: place.temporary)
    let temporary = Self.temporary(text, changes, digests, beside: current)
    let wasPlaced = temporary == .foreign || (hasDurableNames && temporary != .staged)
    guard let stored = current.text.flatMap(StoredTags.init(text:)) else {
      if current != .missing, wasPlaced, temporary == .missing { return }
      return try writeTags(changes, over: text, with: applier)
    }
    let update = TagListUpdate(changes, to: stored)
    // A tag that was edited after it had its place is in no conflict.
    if let text = update.conflictText, !wasPlaced {
      try applier.writeConflictCopy(of: FileChange(path: place.path, before: nil, after: text))
    }
    switch temporary {
    case .missing: break
    case .foreign: try applier.renameToConflictCopy(place.temporary, as: place)
    case .staged, .replaced: try applier.discard(place)
    }
    if let text = update.text {
      _ = try applier.reapply(FileChange(path: place.path, before: current.text, after: text))
    }
  }

  /// Writes the whole list, whose file is gone or cannot be read.
  ///
  /// - Parameter temporary: the content of the temporary file, all of which the list will have.
  private func writeTags(
    _ changes: [TagChange],
    over temporary: FileContent,
    with applier: FileChangeApplier
  ) throws(SystemError) {
    let place = applier.names(of: StoreLayout.tags)
    let staged = temporary.text.flatMap(StoredTags.init(text:))
    let list = FileChange(
      path: place.path,
      before: nil,
      after: try TagListUpdate.list(after: changes, staged: temporary.text, journal: journal)
    )
    let isLost = staged.map { TagListUpdate(changes, to: $0).conflictText != nil } ?? true
    if isLost, temporary != .missing {
      try applier.renameToConflictCopy(place.temporary, as: place)
    }
    if isLost || !temporary.matches(list.after) { try applier.restage(list) }
    _ = try applier.reapply(list)
  }

  private static func temporary(
    _ temporary: FileContent,
    _ changes: [TagChange],
    _ digests: TagListDigests?,
    beside current: FileContent
  ) -> TemporaryTagFile {
    guard temporary != .missing else { return .missing }
    guard let text = temporary.text else { return .foreign }
    let digest = TagListDigests.digest(text)
    if digest == digests?.after { return .staged }
    if digest == digests?.before { return .replaced }
    // An earlier recovery may have died too, and left the list that it made from the file.
    if update(of: current.text, by: changes).map({ temporary.matches($0) }) ?? false {
      return .staged
    }
    return update(of: text, by: changes).map { current.matches($0) } ?? false
      ? .replaced : .foreign
  }

  /// A list with all of some changes; nil where one is in conflict with it, or it is none.
  private static func update(of text: String?, by changes: [TagChange]) -> String? {
    guard let text, let stored = StoredTags(text: text) else { return nil }
    let update = TagListUpdate(changes, to: stored)
    return update.conflictText == nil ? update.text ?? text : nil
  }
}
