import Foundation

/// The operations on habits.
///
/// A habit or an area is identified by its name or id. Each method throws `HabitsError`, or
/// `CancellationError` if the caller cancels.
protocol HabitManaging: Sendable {
  /// Creates a habit.
  func create(_ name: String, in area: String?, now: Date) async throws -> HabitReport

  func rename(_ habit: String, to name: String, now: Date) async throws -> HabitReport

  /// Moves a habit to an area, or out of its area if `area` is nil.
  func move(_ habit: String, to area: String?, now: Date) async throws -> HabitReport

  /// Deletes a habit with its completions.
  ///
  /// - Parameter isConfirmed: whether the caller agreed to lose the completions, if there are any.
  func delete(_ habit: String, isConfirmed: Bool, now: Date) async throws -> HabitReport

  /// Archives or unarchives a habit; does nothing if it already is in that state.
  func setArchived(_ isArchived: Bool, for habit: String, now: Date) async throws -> HabitChange

  /// Marks a habit as completed on a day; nil means today.
  func complete(_ habit: String, on day: Day?, now: Date) async throws -> HabitChange

  /// Removes the completion of a habit on a day; nil means today.
  func undoCompletion(of habit: String, on day: Day?, now: Date) async throws -> HabitChange

  /// Returns the habit with its area and its streak as of today.
  func report(on habit: String, now: Date) async throws -> HabitReport

  /// Returns the habits, sorted by name.
  func list(in area: String?, includingArchived: Bool, now: Date) async throws -> [HabitReport]
}

/// A habit with its area and its streak on the day of the call.
struct HabitReport: Sendable, Equatable {
  let habit: Habit
  /// The habit's area; nil if it has none.
  let area: Area?
  let streak: Streak
  /// Whether the habit is completed on the day of the call.
  let isDone: Bool
}

/// The outcome of a change to a habit.
struct HabitChange: Sendable, Equatable {
  let report: HabitReport
  /// The day that the change applies to.
  let day: Day
  /// Whether the habit already was in the requested state, so that nothing changed.
  let isUnchanged: Bool
}
