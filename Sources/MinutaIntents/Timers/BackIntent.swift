import Foundation
import IntentKit
import JSONText
import MinutaCore

struct BackIntent: BuiltInIntent {
  static let definition = PackageResources.Back_json

  struct Parameters: Codable {
    let at: Moment?
    let ask: Bool
  }

  struct Result: Codable {
    /// The absence that ended; nil if the user wasn't away.
    let away: Absence?
    /// The records of the timers that ran in the absence.
    let ran: [RecordInAbsence]
    /// Timers that kept running while the user was away, and that the user should be asked about;
    /// nil if none.
    let unresolved: [UnresolvedTimer]?

    struct Absence: Codable {
      let from: String
      let to: String
      let seconds: Int
    }

    struct RecordInAbsence: Codable {
      let record: RecordResult
      /// The time of the record that lies in the absence.
      let seconds: Int
    }
  }

  let parameters: Parameters

  /// The absence is noted outside the data folder, so a call only reads the folder.
  static func isReadOnly(for arguments: JSONObject) -> Bool { true }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let source = context.uptimeSource.map {
      context.isDryRun ? TransactionalUptimeLog(over: $0) : $0
    }
    guard let source, let departure = source.absenceHistory().departure else {
      return try output(nil, [], try context.unresolvedTime(), context)
    }
    let left = departure.start(source.reading(at: context.now))
    let period = try period(since: left, departure, source, &context)
    let range = TimeRange(from: period.from, to: period.to, timeZone: context.timeZone)
    let ran = try context.tracker.records(in: range, of: .all, limit: nil).records
      .filter { period.seconds(of: $0.record, now: context.now) > 0 }
    let running = try context.tracker.transaction.runningRecords()
    let absence = AbsenceHistory.Absence(
      from: period.from,
      to: period.to,
      stopped: ran.filter { !$0.record.isRunning && $0.record.startTime < period.from }
        .prefix(Self.stoppedLimit).map(\.record.id)
    )
    var isEnded = false
    let minimum = context.rules.minimumAwaySeconds
    try source.updateAbsences { absences in
      // Another process may have ended the absence since.
      guard absences.departure == departure else { return }
      isEnded = true
      absences.comeBack(
        after: ran.isEmpty ? nil : absence,
        oldestStart: running.map(\.startTime).min(),
        minimum: minimum
      )
    }
    let unresolved = try context.unresolvedTime(source)
    if isEnded, parameters.ask, !context.isDryRun, !unresolved.timers.isEmpty {
      context.askAboutAbsence()
    }
    return try output(isEnded ? period : nil, isEnded ? ran : [], unresolved, context)
  }

  /// The maximum number of stopped timers that are noted for an absence.
  private static let stoppedLimit = 16

  /// Returns the absence that ends with the call.
  private func period(
    since left: Date,
    _ departure: Departure,
    _ source: any UptimeSource,
    _ context: inout IntentContext
  ) throws -> AbsenceHistory.Absence {
    let given = context.date(of: parameters.at, "at", on: .endingAfter(left))
    if let given, given > context.now { throw TrackingError.endInFuture(given) }
    if let given, given < left { throw TrackingError.endBeforeStart(start: left, end: given) }
    let restart = departure.endByRestart(source.reading(at: context.now))
    // If the clock was set back, the user may seem to return before leaving.
    return AbsenceHistory.Absence(from: left, to: max(left, given ?? restart ?? context.now))
  }

  private func output(
    _ away: AbsenceHistory.Absence?,
    _ ran: [TaggedRecord],
    _ unresolved: UnresolvedTime,
    _ context: IntentContext
  ) throws -> IntentOutput<Result> {
    IntentOutput(
      Result(
        away: away.map {
          Result.Absence(
            from: Timestamp.text($0.from),
            to: Timestamp.text($0.to),
            seconds: $0.seconds
          )
        },
        ran: ran.map { record in
          Result.RecordInAbsence(
            record: context.result(of: record),
            seconds: away?.seconds(of: record.record, now: context.now) ?? 0
          )
        },
        unresolved: unresolved.timers.results(context)
      ),
      dialog: (away.map { sentence($0, ran, context) } ?? "You weren't away.")
        + unresolved.note(context, omitting: away)
    )
  }

  /// Returns the sentence about an absence and what ran in it.
  private func sentence(
    _ away: AbsenceHistory.Absence,
    _ ran: [TaggedRecord],
    _ context: IntentContext
  ) -> String {
    let interval = context.formatter.interval(away.from, away.to)
    let duration = context.formatter.duration(away.seconds)
    let parts = ran.prefix(5).enumerated().map { index, record in
      let seconds = away.seconds(of: record.record, now: context.now)
      let verb = index == 0 ? "ran " : ""
      return "\(record.name) \(verb)for \(context.formatter.duration(seconds))"
    }
    let more = ran.count > parts.count ? ["\(ran.count - parts.count) more"] : []
    let running = ran.isEmpty ? "no timer ran" : (parts + more).joinedAsList
    return "You were away for \(duration) (\(interval)); \(running)."
  }
}

extension AbsenceHistory.Absence {
  /// Returns the number of seconds of a record that lie in the absence.
  fileprivate func seconds(of record: TimeRecord, now: Date) -> Int {
    let (from, to) = (max(record.startTime, self.from), min(record.end(at: now), self.to))
    return max(0, to.unixSeconds - from.unixSeconds)
  }
}
