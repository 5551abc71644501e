import IntentKit
import JSONText
import MinutaCore

/// A filter for records.
struct FilterArgument: ResolvedArgument {
  static let format = "filter"

  let filter: RecordFilter
  private let text: String
  /// The name of the time zone for the dates in the filter.
  private let timeZone: String

  init(_ text: String, at pointer: JSONPointer, by resolver: ArgumentResolver) throws {
    let parser = FilterParser(now: resolver.now, days: resolver.days) {
      name throws(TrackingError) in
      try resolver.tracker?.reference(toTag: name) ?? .name(name)
    }
    do {
      filter = try parser.filter(text)
    } catch let error as FilterSyntaxError {
      throw Failure.invalidFormat(text, at: pointer, expected: error.expectation)
    }
    self.text = text
    timeZone = resolver.days.timeZone.name
  }

  var json: JSONValue { ["text": .string(text), "timeZone": .string(timeZone)] }
}
