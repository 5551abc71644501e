import Foundation
import Synchronization

/// Finds the positions of tags by id and by name.
///
/// The tables are built lazily: the first few lookups scan the list. Copies of a list share the
/// index until one of them changes.
final class TagIndex: Sendable {
  private struct LookupTables {
    var byID: [UUID: [Int]] = [:]
    /// Positions by case-folded name.
    var byName: [String: [Int]] = [:]
  }

  private struct LazyTables {
    var lookups = 0
    var tables: LookupTables?
  }

  private let state = Mutex(LazyTables())

  /// The number of lookups that scan the list before the tables are built.
  private static let lookupThreshold = 4

  /// Returns the position of a tag.
  ///
  /// If several tags have the same id, returns the first.
  func place(of id: UUID, in tags: [Tag?]) -> Int? {
    state.withLock { state in
      if !Self.usesTables(&state) { return tags.firstIndex { $0?.id == id } }
      return Self.tables(&state, tags).byID[id]?.first
    }
  }

  /// Returns the positions of the tags with this name, ignoring case unless `isExact`.
  func places(named name: String, isExact: Bool, in tags: [Tag?]) -> [Int] {
    state.withLock { state in
      let places =
        Self.usesTables(&state)
        ? Self.tables(&state, tags).byName[TagName.folded(name)] ?? [] : Array(tags.indices)
      return places.filter { place in
        guard let tag = tags[place] else { return false }
        return TagName.matches(tag.name, name, isExact: isExact)
      }
    }
  }

  /// Updates the tables after a tag was added, renamed or removed.
  func update(_ place: Int, from old: Tag?, to new: Tag?) {
    state.withLock { state in
      if let old {
        state.tables?.byID[old.id]?.removeAll { $0 == place }
        state.tables?.byName[TagName.key(old.name)]?.removeAll { $0 == place }
      }
      guard let new else { return }
      state.tables?.byID[new.id, default: []].insertInOrder(place)
      state.tables?.byName[TagName.key(new.name), default: []].insertInOrder(place)
    }
  }

  private static func usesTables(_ state: inout LazyTables) -> Bool {
    state.lookups += 1
    return state.tables != nil || state.lookups > lookupThreshold
  }

  private static func tables(_ state: inout LazyTables, _ tags: [Tag?]) -> LookupTables {
    if let tables = state.tables { return tables }
    var tables = LookupTables()
    for (place, tag) in tags.enumerated() {
      guard let tag else { continue }
      tables.byID[tag.id, default: []].append(place)
      tables.byName[TagName.key(tag.name), default: []].append(place)
    }
    state.tables = tables
    return tables
  }
}

extension [Int] {
  fileprivate mutating func insertInOrder(_ place: Int) {
    insert(place, at: lastIndex { $0 < place }.map { $0 + 1 } ?? 0)
  }
}
