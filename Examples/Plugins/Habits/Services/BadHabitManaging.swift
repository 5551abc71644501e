import Foundation

/// The rules of bad habits; it names and throws as `HabitManaging` does.
protocol BadHabitManaging: Sendable {
  func create(_ name: String, in area: String?, now: Date) async throws -> BadHabitReport

  func rename(_ badHabit: String, to name: String, now: Date) async throws -> BadHabitReport

  /// Deletes a bad habit with its slips.
  ///
  /// - Parameter isConfirmed: whether those may go where there are any.
  func delete(_ badHabit: String, isConfirmed: Bool, now: Date) async throws -> BadHabitReport

  /// Notes that a bad habit was given in to.
  ///
  /// - Parameter date: nil for now.
  func logSlip(
    for badHabit: String,
    at date: Date?,
    note: String?,
    now: Date
  ) async throws -> (slip: Slip, report: BadHabitReport)

  /// The bad habits in the order of their names.
  func list(now: Date) async throws -> [BadHabitReport]
}

/// A bad habit as it stands on a day.
struct BadHabitReport: Sendable, Equatable {
  let badHabit: BadHabit
  /// Nil where it belongs to none.
  let area: Area?
  /// The day of the last slip; nil where there was none.
  let lastSlip: Day?
  /// Days without a slip up to today; counted from the day of its beginning where there was none.
  let cleanDays: Int
}
