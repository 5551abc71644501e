import MinutaCore

/// The totals of records by their tags.
///
/// Names that differ only in case are one tag.
package struct TagTotals: Sendable {
  /// The totals in the order of the tags' first records.
  package private(set) var all: [Total] = []
  /// The indexes in `all` by the tags' names as they are spelled; nil for records without a tag.
  private var indexes: [String?: Int] = [:]
  /// The indexes in `all` by the tags' names without regard to case.
  private var indexesByKey: [String?: Int] = [:]

  package init() {}

  /// The number and total time of a tag's records.
  package struct Total: Sendable {
    /// The tag's first spelling; nil for records without a tag.
    package let tag: String?
    package fileprivate(set) var count = 0
    package fileprivate(set) var seconds = 0
    /// The number of spellings of the tag.
    package fileprivate(set) var spellings = 0
  }

  /// Adds a record.
  package mutating func add(seconds: Int, to tag: String?) {
    let index = indexes[tag] ?? index(ofSpelling: tag)
    all[index].count += 1
    all[index].seconds += seconds
  }

  /// Adds a spelling, and returns the index of its tag.
  private mutating func index(ofSpelling tag: String?) -> Int {
    let key = tag.map(TagName.key)
    let index = indexesByKey[key] ?? all.count
    if index == all.count { all.append(Total(tag: tag)) }
    all[index].spellings += 1
    indexesByKey[key] = index
    indexes[tag] = index
    return index
  }
}
