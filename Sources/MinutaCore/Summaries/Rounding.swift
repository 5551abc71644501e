/// How totals are rounded.
package struct Rounding: Sendable, Hashable {
  package enum Mode: String, Sendable, CaseIterable {
    case none
    case nearest
    case up
    case down
  }

  /// What is rounded; totals are the sums of it.
  package enum Unit: String, Sendable, CaseIterable {
    case record
    case day
    case tag
  }

  package let mode: Mode
  /// In seconds, at least 1.
  package let step: Int
  package let unit: Unit

  package init(_ mode: Mode, to step: Int, per unit: Unit) {
    self.mode = mode
    self.step = step
    self.unit = unit
  }

  package static let none = Rounding(.none, to: 1, per: .record)

  /// A number of seconds, not negative, in whole steps; half a step is rounded up.
  package func rounded(_ seconds: Int) -> Int {
    let (steps, rest) = seconds.quotientAndRemainder(dividingBy: step)
    switch mode {
    case .none: return seconds
    case .down: return steps * step
    case .up: return (rest == 0 ? steps : steps + 1) * step
    case .nearest: return (rest * 2 >= step ? steps + 1 : steps) * step
    }
  }

  /// The rounded sum of some parts, spread over them in whole steps.
  ///
  /// Each gets its share of the sum rounded down; the steps that remain go to those that lost the
  /// most, the earlier of two alike.
  package func spread(_ parts: [Int]) -> [Int] {
    if mode == .none { return parts }
    let sum = parts.reduce(0, +)
    let steps = rounded(sum) / step
    guard sum > 0, parts.count > 1 else { return parts.map { _ in steps * step } }
    let shares = parts.map { part in
      // In full width, since both may be as long as a life.
      sum.dividingFullWidth(part.multipliedFullWidth(by: steps))
    }
    var spread = shares.map(\.quotient)
    let missing = steps - spread.reduce(0, +)
    let places = parts.indices.sorted { first, second in
      let (one, other) = (shares[first].remainder, shares[second].remainder)
      return one == other ? first < second : one > other
    }
    for place in places.prefix(missing) { spread[place] += 1 }
    return spread.map { $0 * step }
  }
}
