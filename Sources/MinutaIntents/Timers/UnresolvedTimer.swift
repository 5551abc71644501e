import MinutaCore

/// A timer in a result that kept running while the user was away.
package struct UnresolvedTimer: Codable, Sendable {
  package let record: RecordResult
  /// The periods in which the user was away.
  package let absences: [Absence]

  package struct Absence: Codable, Sendable {
    /// The reason: `sleep`, `restart`, `night` or `away`.
    package let reason: String
    package let from: String
    package let to: String
    package let seconds: Int
  }

  init(_ timer: ForgottenTimer, _ options: RecordResultOptions) {
    record = RecordResult(timer.timer, options)
    absences = timer.idlePeriods.map { period in
      Absence(
        reason: period.reason.rawValue,
        from: Timestamp.text(period.from),
        to: Timestamp.text(period.to),
        seconds: period.seconds
      )
    }
  }
}
