import IntentKit
import MinutaCore

package struct ListGapsIntent: BuiltInIntent {
  static let definition = PackageResources.ListGaps_json

  struct Parameters: Codable {
    let range: TimeRange
    let atLeast: DurationArgument
  }

  package struct Result: Codable, Sendable {
    package let range: RangeResult
    package let totalSeconds: Int
    package let gaps: [GapResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let gaps = try context.gaps(in: parameters.range, ofAtLeast: parameters.atLeast)
    let options = context.resultOptions.with(parameters.range.timeZone)
    let time = gaps.isEmpty ? "" : ", \(context.formatter.duration(gaps.totalSeconds))"
    return IntentOutput(
      Result(
        range: RangeResult(parameters.range),
        totalSeconds: gaps.totalSeconds,
        gaps: gaps.map { GapResult($0, options) }
      ),
      dialog: "\(context.formatter.range(parameters.range)): \(gaps.countText)\(time)."
    )
  }
}

/// An untracked gap in a result.
package struct GapResult: Codable, Sendable {
  /// The day as `2026-11-20`.
  package let date: String
  package let startTime: String
  /// The start in the result's time zone; nil in a result that no program reads.
  package let startLocal: String?
  package let endTime: String
  package let endLocal: String?
  package let durationSeconds: Int

  init(_ gap: UntrackedGap, _ options: RecordResultOptions) {
    date = CivilTime(day: gap.day).dateText
    startTime = Timestamp.text(gap.start)
    startLocal = options.localTime(gap.start)
    endTime = Timestamp.text(gap.end)
    endLocal = options.localTime(gap.end)
    durationSeconds = gap.seconds
  }
}

extension IntentContext {
  /// Returns the gaps in the days of a range that have at least a length.
  func gaps(
    in range: TimeRange,
    ofAtLeast least: DurationArgument
  ) throws(TrackingError) -> [UntrackedGap] {
    let gaps = try tracker.gaps(in: range, by: days.zoned(range.timeZone))
    return gaps.filter { $0.seconds >= least.seconds }
  }
}

extension [UntrackedGap] {
  var totalSeconds: Int { reduce(0) { $0 + $1.seconds } }

  /// The number of gaps as `1 gap`, `3 gaps` or `no gaps`.
  var countText: String { isEmpty ? "no gaps" : count.counted("gap") }
}
