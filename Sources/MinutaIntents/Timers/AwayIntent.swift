import Foundation
import IntentKit
import JSONText
import MinutaCore

struct AwayIntent: BuiltInIntent {
  static let definition = PackageResources.Away_json
  static let reportsSkippedFiles = false

  struct Parameters: Codable {
    let at: Moment?
    let idle: DurationArgument?
  }

  struct Result: Codable {
    let since: String
    /// Whether an earlier call had noted the absence.
    let alreadyAway: Bool
  }

  let parameters: Parameters

  /// The absence is noted outside the data folder, so a call only reads the folder.
  static func isReadOnly(for arguments: JSONObject) -> Bool { true }

  func validate(now: Date) throws(Failure) {
    if parameters.at != nil, parameters.idle != nil {
      throw .invalidValue(ValidationError("idle", .conflict(with: "at")))
    }
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let moment = try departure(&context)
    let source = context.uptimeSource.map {
      context.isDryRun ? TransactionalUptimeLog(over: $0) : $0
    }
    let reading = source?.reading(at: context.now)
    var since = moment
    var wasAway = false
    try source?.updateAbsences { absences in
      wasAway = absences.departure.map { $0.endByRestart(reading) == nil } ?? false
      absences.leave(at: moment, isCorrection: parameters.at != nil, reading)
      since = absences.departure?.start(reading) ?? moment
    }
    let time = context.formatter.moment(since)
    let note = context.isDryRun ? "Would note" : "Noted"
    return IntentOutput(
      Result(since: Timestamp.text(since), alreadyAway: wasAway),
      dialog: wasAway ? "You've been away since \(time)." : "\(note) that you left at \(time)."
    )
  }

  /// Returns the moment at which the user left.
  private func departure(_ context: inout IntentContext) throws -> Date {
    try validate(now: context.now)
    if let idle = parameters.idle {
      return context.now.addingTimeInterval(-Double(idle.seconds))
    }
    let day = DateTimeParser.DefaultDay.startingBefore(context.now)
    let moment = context.date(of: parameters.at, "at", on: day) ?? context.now
    if moment > context.now { throw TrackingError.startInFuture(moment) }
    return moment
  }
}
