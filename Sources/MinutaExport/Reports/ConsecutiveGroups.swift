extension RandomAccessCollection {
  /// Returns the elements in groups of neighbors for which `key` is the same, such as the day.
  func consecutive<Key: Equatable>(by key: (Element) -> Key) -> [SubSequence] {
    var groups: [SubSequence] = []
    var rest = self[...]
    while let first = rest.first.map(key) {
      let group = rest.prefix { key($0) == first }
      groups.append(group)
      rest = rest[group.endIndex...]
    }
    return groups
  }
}
