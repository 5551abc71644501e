/// What is wanted of rows beside their times and tags.
package struct RowColumns: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let comments = RowColumns(rawValue: 1)
  package static let zones = RowColumns(rawValue: 2)
  package static let images = RowColumns(rawValue: 4)
}

/// How many files are looked at that tell whether what is known of records still holds.
package enum FreshnessCheck: Sendable {
  /// Those of the records that are asked for.
  case records
  /// Those of the months that are asked for, the newest first, as far as the store goes at once.
  case months
}
