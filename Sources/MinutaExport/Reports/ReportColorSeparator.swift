import MinutaCore

/// Gives tags darker or lighter shades of their colors where those of two tags are hard to
/// distinguish.
///
/// The tags below another one have its color, such as `Acme/Shop` and `Acme/Website`.
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
      if TagColor.distance(of: color, to: used) < distance {
        conflicts.append(index)
      } else {
        used.append(color)
      }
    }
    for index in conflicts {
      guard let color = tags[index].color else { continue }
      let shades = TagColor.shades(of: color).map { shade in
        (color: shade, distance: TagColor.distance(of: shade, to: used))
      }
      let shade =
        shades.first { $0.distance >= distance } ?? shades.max { $0.distance < $1.distance }
      tags[index].color = shade?.color
      used += [shade?.color].compactMap { $0 }
    }
    return tags
  }
}
