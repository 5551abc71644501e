import MinutaCore

/// The tags of a report as the charts show them: at most twelve, of which the last holds the rest.
///
/// If there are more tags, those below one first level of their names are one series.
package struct ChartSeries: Sendable {
  /// A tag, or several tags that are shown as one.
  package struct Item: Sendable, Equatable {
    /// The name for people, such as `Acme/Website`, `Untagged` or `380 other tags`.
    package fileprivate(set) var name: String
    /// The color as `#RRGGBB`.
    package let color: String
    package fileprivate(set) var seconds: Int
    /// The number of the marks over the color in `ReportStyle`; 0 for none.
    let mark: Int

    /// The paint of the marks over the color; nil for none.
    var pattern: String? { mark == 0 ? nil : ReportStyle.paint(ofMark: mark) }
  }

  /// The series, the longest first; those without a tag and the rest come last.
  package private(set) var items: [Item] = []
  /// Whether the tags below a first level are one series.
  let isGrouped: Bool
  /// The index in `items` of each tag of the report.
  private var indexes: [Int] = []

  private static let limit = 12

  /// - Parameters:
  ///   - words: the words for the time without a tag, and for the rest.
  ///   - byFirstLevel: whether tags are grouped even if there are few.
  ///   - keepsColors: whether groups have the colors of their first tags even if two are alike.
  package init(
    _ tags: [ReportTag],
    _ words: ReportWords = .english,
    byFirstLevel: Bool = false,
    keepsColors: Bool = false
  ) {
    var groups = tags.indices.map { [$0] }
    if groups.count > Self.limit || byFirstLevel { groups = Self.firstLevels(of: tags) }
    isGrouped = byFirstLevel || groups.count < tags.count
    let isCut = groups.count > Self.limit
    let shown = isCut ? Array(groups.prefix(Self.limit - 1)) : groups
    indexes = Array(repeating: shown.count, count: tags.count)
    // The tags of a group have the color of its first one, which may be like that of another group.
    var firsts = shown.map { tags[$0[0]] }
    if groups.count < tags.count, !keepsColors { firsts = ReportColorSeparator.separate(firsts) }
    for (rank, group) in shown.enumerated() {
      for tag in group { indexes[tag] = rank }
      var item = Self.item(of: group, firsts[rank], rank, tags, hasPattern: !byFirstLevel)
      if firsts[rank].name == nil { item.name = words.text("Untagged") }
      items.append(item)
    }
    if isCut {
      let rest = groups.dropFirst(shown.count).flatMap { $0 }
      let seconds = rest.reduce(0) { $0 + tags[$1].seconds }
      let name = words.text("{count} other tags", ["{count}": words.number(rest.count)])
      items.append(
        Item(name: name, color: ReportStyle.others, seconds: seconds, mark: 0)
      )
    }
  }

  /// Returns the seconds of each series in some days.
  package func seconds(in days: some Sequence<ReportDay>) -> [Int] {
    seconds(in: days.flatMap(\.segments))
  }

  /// Returns the seconds of each series in some segments.
  package func seconds(in segments: [ReportSegment]) -> [Int] {
    var seconds = Array(repeating: 0, count: items.count)
    for segment in segments { seconds[indexes[segment.tag]] += segment.seconds }
    return seconds
  }

  /// Returns the index in `items` of a tag of the report.
  package func index(ofTag tag: Int) -> Int { indexes[tag] }

  private static func item(
    of group: [Int],
    _ first: ReportTag,
    _ rank: Int,
    _ tags: [ReportTag],
    hasPattern: Bool
  ) -> Item {
    let seconds = group.reduce(0) { $0 + tags[$1].seconds }
    let level = first.name.map { TagPath($0).components[0] }
    return Item(
      name: (group.count > 1 || !hasPattern ? level : first.name) ?? "",
      color: first.color ?? ReportStyle.untagged,
      seconds: seconds,
      mark: hasPattern ? ReportStyle.mark(first.name == nil ? nil : rank) : 0
    )
  }

  /// Returns the indexes of tags, grouped by the first level of their names, the longest first.
  private static func firstLevels(of tags: [ReportTag]) -> [[Int]] {
    var places: [TagPath?: Int] = [:]
    var groups: [[Int]] = []
    for (index, tag) in tags.enumerated() {
      let level = tag.name.map { TagPath($0).prefix(1) }
      if let place = places[level] {
        groups[place].append(index)
      } else {
        places[level] = groups.count
        groups.append([index])
      }
    }
    let sums = groups.map { group in group.reduce(0) { $0 + tags[$1].seconds } }
    return groups.indices.sorted { (sums[$1], $0) < (sums[$0], $1) }.map { groups[$0] }
  }
}
