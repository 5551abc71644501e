import Foundation

/// The tags of several stores, in which tags with the same name are one tag.
///
/// Case doesn't matter in names. A combined tag has the id and the color of the first store that has
/// its name, and is archived if it is archived in all stores that have it.
struct CombinedTags {
  let list: TagList
  /// The id of the combined tag for each id that isn't the same, by store.
  private let ids: [[UUID: UUID]]

  init(_ lists: [TagList]) {
    var tags: [Tag] = []
    var places: [String: Int] = [:]
    var taken: Set<UUID> = []
    ids = lists.map { list in
      var ids: [UUID: UUID] = [:]
      var seen: Set<UUID> = []
      for tag in list.tags where seen.insert(tag.id).inserted {
        let key = TagName.key(tag.name)
        if let place = places[key] {
          if !tag.isArchived { tags[place].isArchived = false }
        } else {
          places[key] = tags.count
          tags.append(tag.with(id: tag.id.next(notIn: taken)))
          taken.insert(tags[tags.count - 1].id)
        }
        let id = tags[places[key] ?? 0].id
        if id != tag.id { ids[tag.id] = id }
      }
      return ids
    }
    list = TagList(tags)
  }

  /// Returns the id of the combined tag for the id of a tag in a store.
  ///
  /// - Parameter position: the store's position among those that are read.
  func id(of id: UUID, inStore position: Int) -> UUID { ids[position][id] ?? id }
}

extension Tag {
  fileprivate func with(id: UUID) -> Tag {
    Tag(id: id, name: name, color: color, isArchived: isArchived, createdAt: createdAt)
  }
}

extension UUID {
  /// Returns this id, or the next one that isn't taken by a tag with another name.
  fileprivate func next(notIn taken: Set<UUID>) -> UUID {
    var id = self
    while taken.contains(id) {
      var bytes = id.uuid
      withUnsafeMutableBytes(of: &bytes) { bytes in
        for place in bytes.indices.reversed() {
          bytes[place] &+= 1
          if bytes[place] != 0 { return }
        }
      }
      id = UUID(uuid: bytes)
    }
    return id
  }
}
