/// The way in which totals are rounded.
package struct Rounding: Sendable, Hashable {
  package enum Mode: String, Codable, Sendable, CaseIterable {
    case none
    case nearest
    case up
    case down
  }

  /// The amounts that are rounded individually: the time of each record, each day or each tag.
  ///
  /// A total is the sum of such rounded amounts.
  package enum Unit: String, Codable, Sendable, CaseIterable {
    case record
    case day
    case tag
  }

  package let mode: Mode
  /// The rounding step in seconds, at least 1: rounded amounts are multiples of it.
  package let step: Int
  package let unit: Unit

  package init(_ mode: Mode, to step: Int, per unit: Unit) {
    self.mode = mode
    self.step = step
    self.unit = unit
  }

  package static let none = Rounding(.none, to: 1, per: .record)

  /// Rounds a non-negative number of seconds to a multiple of `step`.
  ///
  /// `.nearest` rounds up if the remainder is exactly half a step.
  package func rounded(_ seconds: Int) -> Int {
    let (steps, rest) = seconds.quotientAndRemainder(dividingBy: step)
    switch mode {
    case .none: return seconds
    case .down: return steps * step
    case .up: return (rest == 0 ? steps : steps + 1) * step
    case .nearest: return (rest * 2 >= step ? steps + 1 : steps) * step
    }
  }

  /// Rounds the sum of the parts, and rounds each part to a multiple of `step` so that they add up to
  /// it.
  ///
  /// All parts are rounded down but those with the largest remainders, earlier parts first. So a part
  /// that is a multiple of `step` stays as it is.
  package func spread(_ parts: [Int]) -> [Int] {
    if mode == .none { return parts }
    let shares = parts.map { $0.quotientAndRemainder(dividingBy: step) }
    let missing = rounded(parts.reduce(0, +)) / step - shares.reduce(0) { $0 + $1.quotient }
    return Self.adding(missing, to: shares.map(\.quotient), by: shares.map(\.remainder))
      .map { $0 * step }
  }

  /// Distributes whole units over the parts, such as 100 percent over the times of tags.
  ///
  /// Each part gets its proportional share, rounded down. The remaining units go to the parts with
  /// the largest remainders, earlier parts first. If all parts are 0, none gets any.
  package static func distribute(_ units: Int, over parts: [Int]) -> [Int] {
    let sum = parts.reduce(0, +)
    if sum == 0 { return parts.map { _ in 0 } }
    let shares = parts.map { part in
      // The product of two long durations can overflow `Int`, so multiply with double width.
      sum.dividingFullWidth(units.multipliedFullWidth(by: part))
    }
    let missing = units - shares.reduce(0) { $0 + $1.quotient }
    return adding(missing, to: shares.map(\.quotient), by: shares.map(\.remainder))
  }

  /// Adds 1 to the units with the largest remainders, earlier ones first.
  private static func adding(_ count: Int, to units: [Int], by remainders: [Int]) -> [Int] {
    var units = units
    let places = units.indices.sorted { first, second in
      let (one, other) = (remainders[first], remainders[second])
      return one == other ? first < second : one > other
    }
    for place in places.prefix(count) { units[place] += 1 }
    return units
  }
}
