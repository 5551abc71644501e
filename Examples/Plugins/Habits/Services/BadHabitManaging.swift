import Foundation

/// The operations on bad habits.
///
/// Names and errors follow the rules of `HabitManaging`.
protocol BadHabitManaging: Sendable {
  func create(_ name: String, in area: String?, now: Date) async throws -> BadHabitReport

  func rename(_ badHabit: String, to name: String, now: Date) async throws -> BadHabitReport

  /// Deletes a bad habit with its slips.
  ///
  /// - Parameter isConfirmed: whether the caller agreed to lose the slips, if there are any.
  func delete(_ badHabit: String, isConfirmed: Bool, now: Date) async throws -> BadHabitReport

  /// Logs a slip.
  ///
  /// - Parameter date: the time of the slip; nil for now.
  func logSlip(
    for badHabit: String,
    at date: Date?,
    note: String?,
    now: Date
  ) async throws -> (slip: BadHabitSlip, report: BadHabitReport)

  /// Returns the bad habits, sorted by name.
  func list(now: Date) async throws -> [BadHabitReport]
}

/// A bad habit with its area and the number of days without a slip.
struct BadHabitReport: Sendable, Equatable {
  let badHabit: BadHabit
  /// The bad habit's area; nil if it has none.
  let area: Area?
  /// The day of the last slip; nil if there is none.
  let lastSlip: Day?
  /// The number of days since the last slip, or since the bad habit was created if there is none.
  let cleanDays: Int
}
