import MinutaCore
import SystemCalls

/// The file of tags, of which the journal has only the tags that changed.
extension StoreCommit {
  /// Puts changed tags into their file.
  ///
  /// - Parameter keepsNames: as `FilePlacement` has it; false for a transaction of this process.
  func placeTags(
    of net: NetChange,
    with placer: FilePlacer,
    keepsNames: Bool
  ) throws(SystemError) {
    if net.tags.isEmpty { return }
    if let list = net.tagList, try files.text(of: list.path).matches(list.before) {
      _ = try placer.place(list)
    } else {
      try mergeTags(net.tags, net.tagList, with: placer, keepsNames: keepsNames)
    }
  }

  /// Takes changed tags out of their file again.
  func takeBackTags(of net: NetChange, with placer: FilePlacer) throws(SystemError) {
    if net.tags.isEmpty { return }
    let list = net.tagList.map { FileChange(path: $0.path, before: $0.after, after: $0.before) }
    let current = try files.text(of: StoreLayout.tags)
    if let list, current.matches(list.before) || current.matches(list.after) {
      _ = try placer.placeAgain(list)
    } else {
      try mergeTags(net.tags.map(\.reversed), list, with: placer, keepsNames: false)
    }
  }

  /// Changes tags in the file as it is now, tag by tag.
  ///
  /// - Parameter list: the whole file before and after; nil where another process wrote it.
  private func mergeTags(
    _ changes: [TagChange],
    _ list: FileChange?,
    with placer: FilePlacer,
    keepsNames: Bool
  ) throws(SystemError) {
    let place = StorePath(StoreLayout.tags)
    let staged = try files.text(of: place.temporary)
    let wasPlaced = staged == .missing && keepsNames
    let current = try files.text(of: place.path)
    let text = staged.text
    let isKnown = list.map { staged.matches($0.before) || staged.matches($0.after) } ?? false
    if let text, isKnown || Self.isOurs(text, changes, current) {
      try placer.discard(place)
    } else if staged != .missing {
      // Another program's version came out of an exchange, and then the writer died.
      try placer.keepBeside(place.temporary, as: place)
    }
    guard let stored = current.text.flatMap(StoredTags.init(text:)) else {
      let all = try TagsUpdate.list(after: changes, staged: text, journal: journal)
      _ = try placer.placeAgain(FileChange(path: place.path, before: nil, after: all))
      return
    }
    let update = TagsUpdate(changes, to: stored)
    if let text = update.text {
      let change = FileChange(path: place.path, before: current.text, after: text)
      _ = try placer.placeAgain(change)
    }
    // A tag that was edited after it had its place is in no conflict.
    if let text = update.conflictText, !wasPlaced {
      _ = try placer.placeAgain(FileChange(path: place.path, before: nil, after: text))
    }
  }

  /// Whether a temporary file is the list that a writer staged, or the one that its exchange took
  /// out.
  private static func isOurs(
    _ text: String,
    _ changes: [TagChange],
    _ current: FileText
  ) -> Bool {
    guard let stored = StoredTags(text: text) else {
      // Bytes that a writer without power never flushed are missing or NULs.
      return text.isEmpty || text.utf8.contains(0) || isBeginning(text, changes, current)
    }
    let update = TagsUpdate(changes, to: stored)
    if update.conflictText != nil { return false }
    return update.text.map(current.matches) ?? true
  }

  /// Whether a text is the beginning of the list that a writer was about to write when it died.
  private static func isBeginning(
    _ text: String,
    _ changes: [TagChange],
    _ current: FileText
  ) -> Bool {
    guard let stored = current.text.flatMap(StoredTags.init(text:)) else { return false }
    let lists = [current.text, TagsUpdate(changes, to: stored).text]
    return lists.contains { $0?.utf8.starts(with: text.utf8) ?? false }
  }
}
