/// The optional columns of rows.
///
/// Times and tags are always present.
package struct OptionalRowColumns: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static let comments = OptionalRowColumns(rawValue: 1)
  package static let zones = OptionalRowColumns(rawValue: 2)
  package static let images = OptionalRowColumns(rawValue: 4)
}

/// The files to check for edits by other programs before cached data is used.
package enum FreshnessCheckScope: Sendable {
  /// Only the files of the requested records.
  case records
  /// All files of the requested months, newest month first.
  ///
  /// The store may limit how many files are checked.
  case months
}
