import Foundation
import IntentKit
import MinutaCore

package struct ListRecordsIntent: BuiltInIntent {
  static let definition = PackageResources.ListRecords_json
  static let readsSeveralStores = true

  struct Parameters: Codable {
    let range: TimeRange
    let tag: TagReference?
    let untagged: Bool
    let filter: FilterArgument?
    let limit: Int?
    let timeZone: TimeZoneArgument?
  }

  package struct Result: Codable, Sendable {
    package let records: [RecordResult]
    package let totalSeconds: Int
    package let range: RangeResult
    /// The number of older records that the limit left out; nil if none.
    package let omitted: Int?
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try filter()
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let range = parameters.range
    let found = try context.tracker.records(in: range, of: try filter())
    let all = found.records
    let shown = all.suffix(parameters.limit ?? all.count)
    let options = context.resultOptions.with(range.timeZone)
    let count = all.count.counted("record")
    let total = context.formatter.duration(found.totalSeconds)
    return IntentOutput(
      Result(
        records: shown.map { RecordResult($0, options) },
        totalSeconds: found.totalSeconds,
        range: RangeResult(range),
        omitted: shown.count < all.count ? all.count - shown.count : nil
      ),
      dialog: "\(context.formatter.range(range)): \(count), \(total)"
        + (shown.count < all.count ? "; showing the last \(shown.count)." : ".")
    )
  }

  private func filter() throws(Failure) -> RecordFilter {
    try RecordFilter(parameters.tag, untagged: parameters.untagged, parameters.filter)
  }
}
