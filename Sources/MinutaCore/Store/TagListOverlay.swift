import Foundation

/// Saved and deleted tags that aren't written yet.
struct TagListOverlay: Sendable {
  private var byID: [UUID: (rank: Int, tag: Tag?)] = [:]
  /// The ids of the saved tags, by case-folded name.
  private var byName: [String: [UUID]] = [:]
  private var lastRank = 0

  var isEmpty: Bool { byID.isEmpty }

  /// The number of saved and deleted tags.
  var count: Int { byID.count }

  /// The tags to save, in the order in which they were first saved.
  var saved: [Tag] { byID.values.sorted { $0.rank < $1.rank }.compactMap(\.tag) }

  var deleted: Set<UUID> { Set(byID.lazy.filter { $0.value.tag == nil }.map(\.key)) }

  /// Returns the changed state of a tag.
  ///
  /// The outer optional is nil if the tag is unchanged, the inner one if it was deleted.
  subscript(id: UUID) -> Tag?? { byID[id].map(\.tag) }

  /// Returns the saved tags that have this name, ignoring case unless `isExact`.
  func saved(named name: String, isExact: Bool) -> [Tag] {
    let ids = byName[TagName.folded(name)] ?? []
    return ids.compactMap { byID[$0]?.tag }
      .filter { TagName.matches($0.name, name, isExact: isExact) }
  }

  mutating func save(_ tag: Tag) { set(tag, under: tag.id) }

  mutating func delete(_ id: UUID) { set(nil, under: id) }

  private mutating func set(_ tag: Tag?, under id: UUID) {
    let old = byID[id]
    if let tag = old?.tag { byName[TagName.key(tag.name)]?.removeAll { $0 == id } }
    if let tag { byName[TagName.key(tag.name), default: []].append(id) }
    // A tag that is saved again keeps its place in the list.
    if let old, old.tag != nil, tag != nil {
      byID[id] = (old.rank, tag)
    } else {
      lastRank += 1
      byID[id] = (lastRank, tag)
    }
  }
}
