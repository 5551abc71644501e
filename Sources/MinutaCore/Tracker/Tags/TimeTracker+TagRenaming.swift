import Foundation

extension TimeTracker {
  /// Renames a tag and the tags below it, or merges it into another tag that has the new name.
  ///
  /// The name may also be a path that is no tag but has tags below it. A tag below that gets the
  /// name of another tag is merged into it. If the new name is below the old one, the tags below
  /// keep their names, because a path can't be moved into itself. Tags with a default color get the
  /// default color of their new names.
  package mutating func renameTag(
    _ reference: TagReference,
    to name: String
  ) throws(TrackingError) -> TagRenameResult {
    guard let name = TagName.normalized(name) else { throw .emptyTagName }
    let before = try transaction.tags()
    let root = try before.find(reference)
    let named = try before.find(try before.reference(name))
    let target = named == root ? nil : named
    let (old, new) = (TagPath(root?.name ?? reference.text), TagPath(target?.name ?? name))
    let followsRoot = root?.name != name && !new.isBelow(old)
    let below = followsRoot ? before.tags(below: old) : []
    guard let first = root ?? below.first else {
      throw .tagNotFound(reference.text, candidates: before.tags.map(\.name))
    }
    if target == nil, root?.name != name { try validateNewName(name) }
    var result = TagRenameResult(
      tag: first,
      old: root,
      oldName: root?.name ?? reference.text,
      newName: target?.name ?? name,
      hasTarget: target != nil
    )
    if let root {
      let moved = try move(root, to: name, over: target, before)
      (result.tag, result.merged) = moved
    }
    if !followsRoot, root?.name != name {
      result.staying = before.tags(below: old).count { $0.id != target?.id }
    }
    for tag in below {
      let name = TagPath(tag.name).moved(from: old, to: new).name
      if name == tag.name { continue }
      let moved = try move(tag, to: name, over: try transaction.tags().find(.name(name)), before)
      if root == nil, tag == first { result.tag = moved.tag }
      result.countBelow(mergedRecords: moved.records)
    }
    return result
  }

  /// Renames a tag, or merges it into another tag that has the new name.
  ///
  /// - Parameter before: the tags before the call, which show whether the color is a default.
  /// - Returns: The tag that remains, and the number of records that were moved to another tag, or
  ///   nil if the tag was only renamed.
  private mutating func move(
    _ tag: Tag,
    to name: String,
    over target: Tag?,
    _ before: TagList
  ) throws(TrackingError) -> (tag: Tag, records: Int?) {
    if let target, target.id != tag.id {
      let records = try retag(tag.id, to: target.id)
      transaction.deleteTag(tag.id)
      return (target, records)
    }
    var renamed = tag
    renamed.name = name
    if before.hasDefaultColor(tag) {
      renamed.color = try transaction.tags().defaultColor(for: name, of: tag.id)
    }
    if renamed != tag { transaction.save(renamed) }
    return (renamed, nil)
  }
}

/// The result of renaming a tag, or merging it into another one.
package struct TagRenameResult: Sendable {
  /// The tag after the call, or the one into which it was merged.
  ///
  /// If the old name was only a path, this is the first tag below it.
  package fileprivate(set) var tag: Tag
  /// The renamed tag as it was before the call, or nil if the old name was only a path.
  package let old: Tag?
  package let oldName: String
  package let newName: String
  /// Whether another tag has the new name.
  package let hasTarget: Bool
  /// The number of records that got the remaining tag, or nil if the tag itself was not merged.
  package fileprivate(set) var merged: Int?
  /// The number of tags below the old name that followed.
  package private(set) var below = 0
  /// The number of tags below the old name that were merged into other tags.
  package private(set) var mergedBelow = 0
  /// The number of tags below the old name that stay, because the new name is below it too.
  package fileprivate(set) var staying = 0
  /// The number of records of the merged tags below the old name.
  package private(set) var recordsBelow = 0

  /// Counts a tag below the old name.
  ///
  /// - Parameter records: the number of its records if it was merged, or else nil.
  fileprivate mutating func countBelow(mergedRecords records: Int?) {
    below += 1
    guard let records else { return }
    mergedBelow += 1
    recordsBelow += records
  }
}
