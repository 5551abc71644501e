import IntentKit
import JSONText
import MinutaCore

/// A property of records to group by, such as `tag`, `day`, `tag:1` or `+client`.
struct DimensionArgument: ResolvedArgument {
  static let format = "dimension"

  let dimension: SummaryDimension

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    guard let dimension = SummaryDimension(rawValue: text) else {
      let choices =
        SummaryDimension.allCases.map(\.rawValue) + [SummaryDimension.client, "tag:1", "+KEY"]
      throw Failure.invalidValue(
        ValidationError(pointer, .notOneOf(choices.map { .string($0) }, found: .string(text)))
      )
    }
    self.dimension = dimension
  }

  var json: JSONValue { .string(dimension.rawValue) }
}
