import Foundation

/// Ids of records by their starts, the last first: a binary heap.
struct StartTimeHeap: Sendable {
  /// A record and the start it had when it was put in.
  struct Entry: Sendable {
    let start: Date
    let id: UUID

    func isBefore(_ other: Entry) -> Bool {
      start == other.start ? id < other.id : start < other.start
    }
  }

  /// Each starts after its children, those at twice its place plus one and two.
  private var entries: [Entry] = []

  mutating func insert(_ entry: Entry) {
    var place = entries.count
    entries.append(entry)
    while place > 0, entries[(place - 1) / 2].isBefore(entry) {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Drops entries from the last on, up to the first that is still true.
  mutating func dropLast(while isStale: (Entry) -> Bool) {
    while let top = entries.first, isStale(top) { removeTop() }
  }

  /// The last of the entries that are wanted.
  func last(where isWanted: (Entry) -> Bool) -> Entry? {
    last(from: 0, where: isWanted)
  }

  /// Looks below an entry only where the entry itself is not wanted.
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
