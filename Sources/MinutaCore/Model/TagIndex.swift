import Foundation
import Synchronization

/// Finds the positions of tags in a list, by id and by name.
///
/// The first few lookups scan the list. Only then are lookup tables built, because that takes
/// longer than a few scans. Copies of a list share the index until one of them changes.
final class TagIndex: Sendable {
  private struct LookupTables {
    var byID: [UUID: [Int]] = [:]
    /// The positions of tags in the list, by case-folded name.
    var byName: [String: [Int]] = [:]
  }

  private struct LazyLookupTables {
    var lookups = 0
    var tables: LookupTables?
  }

  private let state = Mutex(LazyLookupTables())

  /// The number of lookups that scan the list before lookup tables are built.
  private static let lookupThreshold = 4

  /// Returns the position of the tag with this id, or of the first one if there are several.
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

  /// Updates the lookup tables after the tag at a position was added, changed or removed.
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

  private static func usesTables(_ state: inout LazyLookupTables) -> Bool {
    state.lookups += 1
    return state.tables != nil || state.lookups > lookupThreshold
  }

  private static func tables(_ state: inout LazyLookupTables, _ tags: [Tag?]) -> LookupTables {
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
