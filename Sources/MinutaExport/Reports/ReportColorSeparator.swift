import MinutaCore

/// Gives tags other colors where those of two tags are hard to distinguish.
///
/// The colors of names that begin alike are alike, such as those of `Acme/Shop` and `Acme/Website`.
struct ReportColorSeparator {
  /// The tags of which the charts show each one by itself.
  private static let limit = 12
  /// The smallest distance of two colors, of at most 441.
  private static let distance = 42.0

  /// Returns the tags, of which the one with the most time keeps its color.
  static func separate(_ tags: [ReportTag]) -> [ReportTag] {
    var tags = tags
    var used: [String] = []
    var conflicts: [Int] = []
    for (index, tag) in tags.enumerated().prefix(limit) {
      guard let color = tag.color else { continue }
      if distance(of: color, to: used) < distance {
        conflicts.append(index)
      } else {
        used.append(color)
      }
    }
    for index in conflicts {
      let farthest = candidates.max { distance(of: $0, to: used) < distance(of: $1, to: used) }
      tags[index].color = farthest
      used += [farthest].compactMap { $0 }
    }
    return tags
  }

  /// Colors of equal lightness, like those that tags get by their names.
  private static let candidates = stride(from: 10.0, to: 370, by: 24).map { TagColor.hex(hue: $0) }

  /// Returns the distance of a color to the nearest of others.
  private static func distance(of color: String, to others: [String]) -> Double {
    let own = TagColor.channels(of: color) ?? []
    let distances = others.map { other in
      let parts = zip(own, TagColor.channels(of: other) ?? [])
      return parts.reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
    }
    return (distances.min() ?? .infinity).squareRoot()
  }
}
