package import JSONText
import MinutaCore

/// A range of time in a result; a side without a limit is null.
package struct RangeResult: ResultPart {
  @Nullable package var from: String?
  @Nullable package var to: String?
  package let timeZone: String

  init(_ range: TimeRange) {
    from = range.from.map(Timestamp.text)
    to = range.to.map(Timestamp.text)
    timeZone = range.timeZone.name
  }
}
