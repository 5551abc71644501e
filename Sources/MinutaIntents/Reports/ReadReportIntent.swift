import IntentKit
import MinutaCore
import MinutaExport

/// Returns the usual report of a range as a drawing, for clients that show it as a live resource.
struct ReadReportIntent: BuiltInIntent {
  static let definition = PackageResources.ReadReport_json

  struct Parameters: Codable {
    let range: TimeRange
  }

  typealias Result = MakeReportIntent.Result

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    try MakeReportIntent(drawingOf: parameters.range).perform(in: &context)
  }
}

extension MakeReportIntent {
  /// Creates a call without further arguments, whose result has an SVG drawing.
  fileprivate init(drawingOf range: TimeRange) {
    let parameters = Parameters(
      range: range,
      format: .svg,
      sheet: nil,
      tag: nil,
      untagged: false,
      filter: nil,
      title: nil,
      header: nil,
      footer: nil,
      hide: nil,
      showLabels: false,
      locale: nil,
      timeZone: nil,
      output: nil,
      open: nil
    )
    self.init(parameters: parameters)
  }
}
