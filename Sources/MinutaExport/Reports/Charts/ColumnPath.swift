/// The commands of a path of vertical lines, which are written in few bytes: as steps of tenths.
struct ColumnPath {
  private(set) var text = ""
  /// The end of the last line, in tenths.
  private var (x, y) = (0, 0)

  /// Adds a line; those of a column must come one after the other.
  mutating func add(x: Double, from: Double, to: Double) {
    let place = (x: Self.tenths(x), from: Self.tenths(from), to: Self.tenths(to))
    if text.isEmpty || place.x != self.x {
      text += "M\(Self.text(place.x))\(Self.next(place.from))"
    } else if place.from != y {
      text += "m0\(Self.next(place.from - y))"
    }
    text += "v\(Self.text(place.to - place.from))"
    (self.x, y) = (place.x, place.to)
  }

  private static func tenths(_ value: Double) -> Int { Int((value * 10).rounded()) }

  /// Returns a number after another one, separated by a blank or its sign.
  private static func next(_ tenths: Int) -> String {
    tenths < 0 ? text(tenths) : " \(text(tenths))"
  }

  private static func text(_ tenths: Int) -> String {
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    let sign = tenths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    return whole == 0 ? "\(sign).\(rest)" : "\(sign)\(whole).\(rest)"
  }
}
