import MinutaCore
import SystemCalls

/// The file of tags, of which the journal has only the tags that changed.
extension StoreCommit {
  /// Puts changed tags into their file.
  ///
  /// - Parameter isStaged: whether the whole list is known to be whole under its temporary name.
  func placeTags(of net: NetChange, isStaged: Bool) throws(SystemError) {
    try placeTags(net.tags, net.tagList, sequence: net.sequence, isStaged: isStaged)
  }

  /// Takes changed tags out of their file again.
  func takeBackTags(of net: NetChange) throws(SystemError) {
    let list = net.tagList.map { FileChange(path: $0.path, before: $0.after, after: $0.before) }
    let changes = net.tags.map(\.reversed)
    try placeTags(changes, list, sequence: net.sequence, isStaged: false)
  }

  private func placeTags(
    _ changes: [TagChange],
    _ list: FileChange?,
    sequence: Int,
    isStaged: Bool
  ) throws(SystemError) {
    if changes.isEmpty { return }
    let current = try text("\(root)/\(StoreLayout.tags)")
    if let list, current.hasBytes(of: list.before) || current.hasBytes(of: list.after) {
      _ = try place(list, sequence: sequence, isStaged: isStaged)
      return
    }
    for file in try files(changes, over: current) {
      _ = try place(file, sequence: sequence, isStaged: false)
    }
  }

  /// The changes of the file of tags; one that is not made to what is there gets a name beside it.
  private func files(
    _ changes: [TagChange],
    over current: String?
  ) throws(SystemError) -> [FileChange] {
    guard let current, let stored = StoredTags(text: current) else {
      let staged = try stagedText(of: StoreLayout.tags)
      let list = try TagsUpdate.list(after: changes, staged: staged, journal: journal)
      return [FileChange(path: StoreLayout.tags, before: nil, after: list)]
    }
    let update = TagsUpdate(changes, to: stored)
    return [(current, update.text), (nil, update.conflictText)].compactMap { before, after in
      after.map { FileChange(path: StoreLayout.tags, before: before, after: $0) }
    }
  }
}
