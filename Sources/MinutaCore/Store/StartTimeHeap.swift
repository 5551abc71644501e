import Foundation

/// A binary max-heap of record ids, with the latest start at the top.
struct StartTimeHeap: Sendable {
  /// A record id, and the start that the record had when it was inserted.
  ///
  /// The entry is stale if the record's start has changed since.
  struct Entry: Sendable {
    let start: Date
    let id: UUID

    func isBefore(_ other: Entry) -> Bool {
      start == other.start ? id < other.id : start < other.start
    }
  }

  /// The heap as an array, in which the children of index `i` are at `2 * i + 1` and `2 * i + 2`.
  private var entries: [Entry] = []

  mutating func insert(_ entry: Entry) {
    var place = entries.count
    entries.append(entry)
    while place > 0, entries[(place - 1) / 2].isBefore(entry) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Removes the top entry repeatedly until it isn't stale.
  mutating func dropLast(while isStale: (Entry) -> Bool) {
    while let top = entries.first, isStale(top) { removeTop() }
  }

  /// Returns the entry with the latest start that satisfies the closure.
  func last(where isWanted: (Entry) -> Bool) -> Entry? {
    last(from: 0, where: isWanted)
  }

  /// Searches an entry and its descendants.
  ///
  /// The descendants are only searched if the entry itself doesn't match, because they start
  /// earlier.
  private func last(from place: Int, where isWanted: (Entry) -> Bool) -> Entry? {
    guard place < entries.count else { return nil }
    if isWanted(entries[place]) { return entries[place] }
    let children = (1...2).compactMap { last(from: 2 * place + $0, where: isWanted) }
    return children.max { $0.isBefore($1) }
  }

  private mutating func removeTop() {
    let moved = entries.removeLast()
    if entries.isEmpty { return }
    entries[0] = moved
    var place = 0
    while let child = laterChild(of: place), moved.isBefore(entries[child]) {
      entries.swapAt(place, child)
      place = child
    }
  }

  private func laterChild(of place: Int) -> Int? {
    let children = [2 * place + 1, 2 * place + 2].filter { $0 < entries.count }
    return children.max { entries[$0].isBefore(entries[$1]) }
  }
}
