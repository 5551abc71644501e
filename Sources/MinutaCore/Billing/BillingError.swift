/// The reason why records can't be billed.
package enum BillingError: Error, Sendable, Equatable {
  /// There is no record to bill.
  case nothingToBill
  /// No rate applies to a record's tag on a day, given in days since 1970-01-01.
  case rateMissing(tag: String?, day: Int)
  /// The rates have two currencies, which are given by their codes.
  case currenciesDiffer(String, String)
}
