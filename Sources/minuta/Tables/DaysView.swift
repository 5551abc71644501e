import IntentKit
import MinutaIntents

/// Draws days as a timeline, as bars or as a calendar.
enum DaysView: ResultView {
  static let name = "days"

  static func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let days: ListDaysIntent.Result = try result.decoded()
    let lines = DaysChart(days, console).lines(days.view)
    return lines.isEmpty ? [] : [""] + lines
  }
}
