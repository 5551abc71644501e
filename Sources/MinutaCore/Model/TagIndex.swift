import Foundation
import Synchronization

/// Finds the places of tags by id and by name.
///
/// It is made once it pays: a single look-up goes through the list. A list that is copied shares it,
/// and gets one of its own when it changes.
final class TagIndex: Sendable {
  private struct LookupTables {
    var byID: [UUID: [Int]] = [:]
    /// By what names in any case have in common.
    var byName: [String: [Int]] = [:]
  }

  private struct LazyTables {
    var lookups = 0
    var found: LookupTables?
  }

  private let state = Mutex(LazyTables())

  /// The look-ups from which on an index pays.
  private static let fewLookups = 4

  /// The place of a tag; of several with one id the first.
  func place(of id: UUID, in tags: [Tag?]) -> Int? {
    state.withLock { state in
      if !Self.pays(&state) { return tags.firstIndex { $0?.id == id } }
      return Self.found(&state, tags).byID[id]?.first
    }
  }

  /// The places of the tags that have a name, or one that differs only in case.
  func places(named name: String, isExact: Bool, in tags: [Tag?]) -> [Int] {
    state.withLock { state in
      let places =
        Self.pays(&state)
        ? Self.found(&state, tags).byName[TagName.folded(name)] ?? [] : Array(tags.indices)
      return places.filter { place in
        guard let tag = tags[place] else { return false }
        return TagName.matches(tag.name, name, isExact: isExact)
      }
    }
  }

  /// Takes note of a tag that changes its name, comes or goes.
  func note(_ place: Int, from old: Tag?, to new: Tag?) {
    state.withLock { state in
      if let old {
        state.found?.byID[old.id]?.removeAll { $0 == place }
        state.found?.byName[TagName.key(old.name)]?.removeAll { $0 == place }
      }
      guard let new else { return }
      state.found?.byID[new.id, default: []].insertInOrder(place)
      state.found?.byName[TagName.key(new.name), default: []].insertInOrder(place)
    }
  }

  private static func pays(_ state: inout LazyTables) -> Bool {
    state.lookups += 1
    return state.found != nil || state.lookups > fewLookups
  }

  private static func found(_ state: inout LazyTables, _ tags: [Tag?]) -> LookupTables {
    if let found = state.found { return found }
    var found = LookupTables()
    for (place, tag) in tags.enumerated() {
      guard let tag else { continue }
      found.byID[tag.id, default: []].append(place)
      found.byName[TagName.key(tag.name), default: []].append(place)
    }
    state.found = found
    return found
  }
}

extension [Int] {
  fileprivate mutating func insertInOrder(_ place: Int) {
    insert(place, at: lastIndex { $0 < place }.map { $0 + 1 } ?? 0)
  }
}
