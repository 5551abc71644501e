package import Foundation

/// The names of tags as paths.
extension TagList {
  /// Returns the ids of the tags that a reference and a scope select.
  ///
  /// The name needn't be a tag's, as long as there are tags below it.
  ///
  /// - Throws: `TrackingError` if the name belongs to no tag, and none is below it.
  package func ids(
    _ reference: TagReference,
    _ scope: TagScope
  ) throws(TrackingError) -> Set<UUID> {
    if let ids = try existingIDs(reference, scope) { return ids }
    let names = scope == .exact ? tags.map(\.name) : tags.flatMap { Self.names(inPathOf: $0) }
    throw .tagNotFound(reference.text, candidates: names)
  }

  /// Returns the ids of the tags that a reference and a scope select.
  ///
  /// Nil if the name belongs to no tag, and none is below it.
  func existingIDs(
    _ reference: TagReference,
    _ scope: TagScope
  ) throws(TrackingError) -> Set<UUID>? {
    let tag = try find(reference)
    if scope == .exact { return tag.map { [$0.id] } }
    let path = TagPath(tag?.name ?? reference.text)
    let inPath = tags.filter { Self.isTag($0, atOrBelow: path) }
    if tag == nil, inPath.isEmpty { return nil }
    let isWhole = scope == .subtree && tag == nil
    var ids = Set(inPath.filter { isWhole || TagPath($0.name) != path }.map(\.id))
    if let tag, scope == .subtree { ids.insert(tag.id) }
    return ids
  }

  /// Returns the tags below a path, those of outer levels first.
  func tags(below path: TagPath) -> [Tag] {
    let below = tags.filter { Self.isTag($0, atOrBelow: path) && TagPath($0.name) != path }
    let levels = below.map { (tag: $0, level: TagPath($0.name).components.count) }
    return levels.sorted { ($0.level, $0.tag.name) < ($1.level, $1.tag.name) }.map(\.tag)
  }

  /// Returns the name of a new tag, with its levels spelled as those of the other tags.
  ///
  /// Paths that differ only in case are equal, so they should look equal too.
  func spelling(ofNew name: String) -> String {
    // Comparing all names would take too long for an import of so many tags.
    if countUpperBound > Self.mostComparedTags { return name }
    let path = TagPath(name)
    var (above, spelled) = (tags, path)
    for known in (1...path.components.count).map(path.prefix) {
      above = above.filter { Self.isTag($0, atOrBelow: known) }
      guard let tag = above.first else { break }
      spelled = path.moved(from: known, to: TagPath(tag.name).prefix(known.components.count))
    }
    return spelled.components == path.components ? name : spelled.name
  }

  private static let mostComparedTags = 1000

  /// Returns the default color of a tag with this name: the color of the nearest tag above it, or
  /// else one that is computed from the name and differs from those of other tags.
  ///
  /// - Parameter id: the tag's id, if it exists already.
  func defaultColor(for name: String, of id: UUID? = nil) -> String {
    if let color = colorAbove(name) { return color }
    // So many tags leave no color free.
    if countUpperBound > Self.mostColoredTags { return TagColor.hex(for: name) }
    let others = tags.filter { $0.id != id && !$0.isArchived }
    return TagColor.hex(for: name, beside: others.map(\.color))
  }

  private static let mostColoredTags = 250

  /// Returns the color of the nearest tag above a name; nil if there is none.
  private func colorAbove(_ name: String) -> String? {
    guard TagPath.hasSeparator(name) else { return nil }
    for path in TagPath(name).ancestors {
      if case .some(let tag?) = try? find(.name(path.name)) { return tag.color }
    }
    return nil
  }

  /// Whether a tag has a default color, so that it follows the color of the tag above it.
  func hasDefaultColor(_ tag: Tag) -> Bool {
    tag.color == colorAbove(tag.name) || TagColor.isDefault(tag.color, for: tag.name)
  }

  private static func isTag(_ tag: Tag, atOrBelow path: TagPath) -> Bool {
    // Most names have a single level, so don't split those.
    TagPath.hasSeparator(tag.name)
      ? TagPath(tag.name).isAtOrBelow(path)
      : path.components.count == 1 && TagName.key(tag.name) == TagName.key(path.name)
  }

  /// Returns the names of a tag and of the levels above it.
  private static func names(inPathOf tag: Tag) -> [String] {
    if !TagPath.hasSeparator(tag.name) { return [tag.name] }
    return [tag.name] + TagPath(tag.name).ancestors.map(\.name)
  }
}
