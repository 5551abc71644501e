package import Foundation

/// All tags of a store, or the reason why they can't be used.
package struct TagList: Sendable {
  /// The tags by position, with nil for deleted tags.
  ///
  /// A deleted tag keeps its position, so the positions of the others don't change.
  private var places: [Tag?]
  private var index = TagIndex()
  /// Changes that apply to the tags in `places` but aren't merged into them yet.
  private var overlay = TagListOverlay()
  /// The reason why the tag file can't be read, or nil if it can.
  ///
  /// A tag file that can't be read must not be overwritten.
  package let problem: SkippedFile?

  package init(_ tags: [Tag] = [], problem: SkippedFile? = nil) {
    places = tags
    self.problem = problem
  }

  package var tags: [Tag] {
    if overlay.isEmpty { return places.compactMap { $0 } }
    var list = self
    list.overlay = TagListOverlay()
    list.apply(overlay)
    return list.tags
  }

  /// An upper bound of the number of tags: deleted and changed ones are counted again.
  var countUpperBound: Int { places.count + overlay.count }

  package var byID: [UUID: Tag] {
    Dictionary(tags.map { ($0.id, $0) }) { first, _ in first }
  }

  package subscript(id: UUID) -> Tag? {
    if let changed = overlay[id] { return changed }
    return place(of: id).flatMap { places[$0] }
  }

  /// The number of positions, including those of deleted tags.
  package var placeCount: Int { places.count }

  /// Returns the tag at a position of the list, or nil if it was deleted.
  package func tag(at place: Int) -> Tag? { places[place] }

  /// Returns the position of the tag with this id, or of the first one if there are several.
  package func place(of id: UUID) -> Int? { index.place(of: id, in: places) }

  /// Replaces the tag that has the same id, or appends the tag.
  package mutating func save(_ tag: Tag) { set(tag, under: tag.id) }

  package mutating func delete(_ id: UUID) { set(nil, under: id) }

  /// Inserts a tag at a position and shifts the tags after it.
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
    index.update(place, from: places[place], to: tag)
    places[place] = tag
  }

  mutating func apply(_ changes: TagListOverlay) {
    for tag in changes.saved { save(tag) }
    for id in changes.deleted { delete(id) }
  }

  /// Returns the same list with the changes applied.
  ///
  /// The changes are kept separately, so the unchanged tags needn't be copied.
  func with(_ changes: TagListOverlay) -> TagList {
    var list = self
    list.overlay = changes
    return list
  }

  /// Resolves a tag name or id that a caller passed.
  ///
  /// Looks for an exact name first, then for a name that differs only in case, then for an id.
  package func reference(_ text: String) throws(TrackingError) -> TagReference {
    guard let name = TagName.normalized(text) else { throw .emptyTagName }
    if let problem { throw .tagsUnusable(problem) }
    if let tag = try named(name) { return .id(tag.id) }
    if let id = UUID.of(name), self[id] != nil { return .id(id) }
    return .name(name)
  }

  /// Returns the tag that a reference refers to, or nil if no tag has the name.
  ///
  /// - Throws: `TrackingError` if no tag has the id, or if the tag file can't be read.
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
    if overlay.isEmpty { return stored }
    return stored.filter { overlay[$0.id] == nil } + overlay.saved(named: name, isExact: isExact)
  }
}
