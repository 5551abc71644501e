import IntentKit
import MinutaCore

struct FillGapsIntent: BuiltInIntent {
  static let definition = PackageResources.FillGaps_json

  struct Parameters: Codable {
    let tag: TagReference?
    let range: TimeRange
    let atLeast: DurationArgument
    let comment: String?
    let labels: [LabelArgument]?
    let confirm: Bool
  }

  struct Result: Codable {
    let range: RangeResult
    let totalSeconds: Int
    let records: [RecordResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let gaps = try context.gaps(in: parameters.range, ofAtLeast: parameters.atLeast)
    var logged: [TaggedRecord] = []
    for gap in gaps {
      logged.append(try context.tracker.logTime(request(for: gap, in: context)))
    }
    context.updateLastRecord(logged)
    try context.confirm("log", logged)
    return IntentOutput(
      Result(
        range: RangeResult(parameters.range),
        totalSeconds: gaps.totalSeconds,
        records: context.results(of: logged)
      ),
      dialog: dialog(gaps, logged, in: context)
    )
  }

  private func request(for gap: UntrackedGap, in context: IntentContext) -> LogTimeRequest {
    LogTimeRequest(
      tag: parameters.tag,
      comment: parameters.labels.labels.added(to: parameters.comment?.nonBlank),
      start: gap.start,
      end: gap.end,
      isPlanned: false,
      timeZone: context.timeZone
    )
  }

  private func dialog(
    _ gaps: [UntrackedGap],
    _ logged: [TaggedRecord],
    in context: IntentContext
  ) -> String {
    if gaps.isEmpty { return "\(context.formatter.range(parameters.range)): no gaps to fill." }
    let total = context.formatter.duration(gaps.totalSeconds)
    let records = context.formatter.records(logged)
    return "\(context.verb("fill", past: "Filled")) \(gaps.countText), \(total): \(records)."
  }
}
