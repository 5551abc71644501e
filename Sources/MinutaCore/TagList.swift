package import Foundation

/// All tags of a store, and what stands in the way of using them.
package struct TagList: Sendable {
  package private(set) var tags: [Tag]
  /// The names of the tags as they are compared, in the same order.
  private var names: [String?]
  /// Why the tags could not be read; nothing may rewrite them then.
  package let problem: SetAsideFile?

  package init(_ tags: [Tag] = [], problem: SetAsideFile? = nil) {
    self.tags = tags
    names = tags.map { TagName.normalized($0.name) }
    self.problem = problem
  }

  package var byID: [UUID: Tag] {
    Dictionary(tags.map { ($0.id, $0) }) { first, _ in first }
  }

  package subscript(id: UUID) -> Tag? {
    tags.first { $0.id == id }
  }

  /// Adds a tag, or puts it in place of the one with its id.
  package mutating func save(_ tag: Tag) {
    if let index = tags.firstIndex(where: { $0.id == tag.id }) {
      tags[index] = tag
      names[index] = TagName.normalized(tag.name)
    } else {
      tags.append(tag)
      names.append(TagName.normalized(tag.name))
    }
  }

  package mutating func delete(_ id: UUID) {
    guard let index = tags.firstIndex(where: { $0.id == id }) else { return }
    tags.remove(at: index)
    names.remove(at: index)
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
    var matches = tags.indices.filter { names[$0] == name }.map { tags[$0] }
    if matches.isEmpty {
      let folded = TagName.folded(name)
      matches = tags.filter { TagName.folded($0.name) == folded }
    }
    if matches.count > 1 { throw .tagAmbiguous(name, candidates: matches) }
    return matches.first
  }
}
