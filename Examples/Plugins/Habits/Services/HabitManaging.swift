import Foundation

/// The rules of habits.
///
/// A habit, and an area, is named by its name or its id. Each method throws `HabitsError`, or
/// `CancellationError` where its caller wants it no more.
protocol HabitManaging: Sendable {
  /// Begins a habit.
  func create(_ name: String, in area: String?, now: Date) async throws -> HabitReport

  func rename(_ habit: String, to name: String, now: Date) async throws -> HabitReport

  /// Moves a habit to an area; to none where that is nil.
  func move(_ habit: String, to area: String?, now: Date) async throws -> HabitReport

  /// Deletes a habit with the days on which it was done.
  ///
  /// - Parameter isConfirmed: whether those may go where there are any.
  func delete(_ habit: String, isConfirmed: Bool, now: Date) async throws -> HabitReport

  /// Archives a habit, or has it followed again; one that is so already is left as it is.
  func setArchived(_ isArchived: Bool, for habit: String, now: Date) async throws -> HabitChange

  /// Notes that a habit was done on a day: today where that is nil.
  func complete(_ habit: String, on day: Day?, now: Date) async throws -> HabitChange

  /// Takes back that a habit was done on a day: today where that is nil.
  func undoCompletion(of habit: String, on day: Day?, now: Date) async throws -> HabitChange

  /// A habit as it stands.
  func report(on habit: String, now: Date) async throws -> HabitReport

  /// The habits in the order of their names.
  func list(in area: String?, includingArchived: Bool, now: Date) async throws -> [HabitReport]
}

/// A habit as it stands on a day.
struct HabitReport: Sendable, Equatable {
  let habit: Habit
  /// Nil where it belongs to none.
  let area: Area?
  let streak: Streak
  /// Whether it was done on the day.
  let isDone: Bool
}

/// What became of a habit.
struct HabitChange: Sendable, Equatable {
  let report: HabitReport
  /// The day that it was about.
  let day: Day
  /// Whether it was so before, and nothing was changed.
  let isUnchanged: Bool
}
