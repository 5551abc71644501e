import Foundation

/// The groups of the tags in a lookup table by the levels of their names.
///
/// Each level of a name is a group: `Acme/Website` is in the groups `Acme` and `Acme/Website`. Tags
/// without a name, and no tag, are groups of their own.
struct TagLevelTable {
  /// The keys of the groups, by group number.
  private(set) var keys: [SummaryGroup.Key] = []
  /// The group numbers of each tag, outermost level first, by the tag's number in the lookup table.
  private(set) var groups: [[Int32]] = []
  /// The numbers of the groups that are levels of names.
  private var numbers: [TagPath: Int32] = [:]

  /// Creates a table.
  ///
  /// - Parameter names: the names of all tags by id.
  init(_ lookup: RowLookupTable, _ names: [UUID: String]) {
    // Sort the names, so that the spelling of a level doesn't depend on the records.
    let sorted = names.sorted { ($0.value, $0.key.uuidString) < ($1.value, $1.key.uuidString) }
    let tags = sorted.map { (id: $0.key, path: TagPath($0.value)) }
    for tag in tags where numbers[tag.path] == nil {
      numbers[tag.path] = add(.tagPath(tag.path, tag: tag.id))
    }
    for tag in tags {
      for path in tag.path.ancestors where numbers[path] == nil {
        numbers[path] = add(.tagPath(path, tag: nil))
      }
    }
    let paths = Dictionary(uniqueKeysWithValues: tags.map { ($0.id, $0.path) })
    for id in lookup.tags { groups.append(groups(of: id, id.flatMap { paths[$0] })) }
  }

  private mutating func groups(of id: UUID?, _ path: TagPath?) -> [Int32] {
    guard let path else { return [add(.tag(id))] }
    return (path.ancestors.reversed() + [path]).compactMap { numbers[$0] }
  }

  private mutating func add(_ key: SummaryGroup.Key) -> Int32 {
    keys.append(key)
    return Int32(keys.count - 1)
  }

  /// Returns the number of a tag's group, which is that of the tag itself if its name has fewer
  /// levels.
  func group(ofTag tag: Int32, level: Int) -> Int32 {
    let groups = groups[Int(tag)]
    return groups[min(level, groups.count) - 1]
  }
}
