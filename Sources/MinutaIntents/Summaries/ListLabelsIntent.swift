import IntentKit
import MinutaCore

package struct ListLabelsIntent: BuiltInIntent {
  static let definition = PackageResources.ListLabels_json

  struct Parameters: Codable {
    let range: TimeRange
    let filter: FilterArgument?
  }

  package struct Result: Codable, Sendable {
    package let range: RangeResult
    package let labels: [LabelResult]
  }

  /// The records and the time of the labels with one key.
  package struct LabelResult: Codable, Sendable {
    package let key: String
    package let seconds: Int
    package let records: Int
    package let values: [LabelValueResult]
  }

  /// The records and the time of one value of a label.
  package struct LabelValueResult: Codable, Sendable {
    package let value: String
    package let seconds: Int
    package let records: Int
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let range = parameters.range
    let labels = try context.tracker.labels(in: range, of: parameters.filter?.filter ?? .all)
    let count = labels.count.counted("label")
    return IntentOutput(
      Result(range: RangeResult(range), labels: labels.map(LabelResult.init)),
      dialog: "\(context.formatter.range(range)): \(count)."
    )
  }
}

extension ListLabelsIntent.LabelResult {
  fileprivate init(_ total: LabelTotal) {
    key = total.key
    seconds = total.seconds
    records = total.records
    values = total.values.map { total in
      ListLabelsIntent.LabelValueResult(
        value: total.value,
        seconds: total.seconds,
        records: total.records
      )
    }
  }
}
