package import Foundation

/// All tags of a store, and what stands in the way of using them.
package struct TagList: Sendable {
  /// Nil in the place of a deleted tag, so that the others keep theirs.
  private var places: [Tag?]
  private var index = TagIndex()
  /// Changes that lie on top.
  private var later = TagChanges()
  /// Why the tags could not be read; nothing may rewrite them then.
  package let problem: SkippedFile?

  package init(_ tags: [Tag] = [], problem: SkippedFile? = nil) {
    places = tags
    self.problem = problem
  }

  package var tags: [Tag] {
    if later.isEmpty { return places.compactMap { $0 } }
    var list = self
    list.later = TagChanges()
    list.apply(later)
    return list.tags
  }

  package var byID: [UUID: Tag] {
    Dictionary(tags.map { ($0.id, $0) }) { first, _ in first }
  }

  package subscript(id: UUID) -> Tag? {
    if let changed = later[id] { return changed }
    return place(of: id).flatMap { places[$0] }
  }

  /// The number of places, with those of deleted tags.
  package var placeCount: Int { places.count }

  /// The tag in a place; nil where it was deleted.
  package func tag(at place: Int) -> Tag? { places[place] }

  /// The place of a tag; of several with one id the first.
  package func place(of id: UUID) -> Int? { index.place(of: id, in: places) }

  /// Adds a tag at the end, or puts it in place of the one with its id.
  package mutating func save(_ tag: Tag) { set(tag, under: tag.id) }

  package mutating func delete(_ id: UUID) { set(nil, under: id) }

  /// Adds a tag before others, which get other places by that.
  package mutating func insert(_ tag: Tag, at place: Int) {
    if place < places.count { index = TagIndex() }
    places.insert(nil, at: place)
    put(tag, at: place)
  }

  private mutating func set(_ tag: Tag?, under id: UUID) {
    if let place = place(of: id) {
      put(tag, at: place)
    } else if let tag {
      insert(tag, at: places.count)
    }
  }

  private mutating func put(_ tag: Tag?, at place: Int) {
    if !isKnownUniquelyReferenced(&index) { index = TagIndex() }
    index.note(place, from: places[place], to: tag)
    places[place] = tag
  }

  mutating func apply(_ changes: TagChanges) {
    for tag in changes.saved { save(tag) }
    for id in changes.deleted { delete(id) }
  }

  /// The list with changes on top, which costs nothing for the other tags.
  func with(_ changes: TagChanges) -> TagList {
    var list = self
    list.later = changes
    return list
  }

  /// What a caller's word means: an exact name, else a name in another case, else an id.
  package func reference(_ text: String) throws(TrackingError) -> TagReference {
    guard let name = TagName.normalized(text) else { throw .emptyTagName }
    if let problem { throw .tagsUnusable(problem) }
    if let tag = try named(name) { return .id(tag.id) }
    if let id = UUID(uuidString: name), self[id] != nil { return .id(id) }
    return .name(name)
  }

  /// The tag a reference leads to now; nil for a name that no tag has.
  package func find(_ reference: TagReference) throws(TrackingError) -> Tag? {
    if let problem { throw .tagsUnusable(problem) }
    switch reference {
    case .name(let name): return try named(name)
    case .id(let id):
      guard let tag = self[id] else { throw .tagNotFound(id.uuidString, candidates: []) }
      return tag
    }
  }

  private func named(_ name: String) throws(TrackingError) -> Tag? {
    var matches = matches(name, isExact: true)
    if matches.isEmpty { matches = self.matches(name, isExact: false) }
    if matches.count > 1 { throw .tagAmbiguous(name, candidates: matches) }
    return matches.first
  }

  private func matches(_ name: String, isExact: Bool) -> [Tag] {
    let stored = index.places(named: name, isExact: isExact, in: places).compactMap { places[$0] }
    if later.isEmpty { return stored }
    return stored.filter { later[$0.id] == nil } + later.saved(named: name, isExact: isExact)
  }
}
