/// The price of an hour for the records of a tag.
package struct HourlyRate: Sendable, Equatable {
  /// The tag whose records have this rate, as do those of the tags below it; nil for all records.
  package let tag: TagPath?
  package let amount: DecimalNumber
  package let currency: Currency
  /// The first day on which the rate applies, in days since 1970-01-01; nil if it has always applied.
  package let from: Int?
  /// The last day on which the rate applies, in days since 1970-01-01; nil if it has no end.
  package let to: Int?

  package init(tag: String?, _ amount: DecimalNumber, _ currency: Currency, from: Int?, to: Int?) {
    self.tag = tag.map { TagPath($0) }
    self.amount = amount
    self.currency = currency
    self.from = from
    self.to = to
  }

  fileprivate func applies(to path: TagPath?, on day: Int) -> Bool {
    guard day >= from ?? .min, day <= to ?? .max else { return false }
    guard let tag else { return true }
    return path?.isAtOrBelow(tag) ?? false
  }

  fileprivate var depth: Int { tag?.components.count ?? 0 }
}

extension [HourlyRate] {
  /// Returns the rate of a record: that of the longest path above its tag.
  ///
  /// Of several rates with that path, the one with the latest first day applies, or else the last in
  /// the list.
  ///
  /// - Parameters:
  ///   - path: the record's tag; nil for a record without a tag.
  ///   - day: the day of the record's start, in days since 1970-01-01.
  package func rate(of path: TagPath?, on day: Int) -> HourlyRate? {
    let found = enumerated().filter { $0.element.applies(to: path, on: day) }
    return found.max { first, second in
      (first.element.depth, first.element.from ?? .min, first.offset)
        < (second.element.depth, second.element.from ?? .min, second.offset)
    }?.element
  }
}
