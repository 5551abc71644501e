import Foundation

/// The operations on areas.
///
/// Names and errors follow the rules of `HabitManaging`.
protocol AreaManaging: Sendable {
  func create(_ name: String, now: Date) async throws -> AreaReport

  func rename(_ area: String, to name: String) async throws -> AreaReport

  /// Deletes an area; its habits stay, without an area.
  func delete(_ area: String) async throws -> AreaReport

  /// Returns the areas, sorted by name.
  func list() async throws -> [AreaReport]
}

/// An area and the number of its habits.
struct AreaReport: Sendable, Equatable {
  let area: Area
  /// The number of habits that aren't archived.
  let habits: Int
  let badHabits: Int

  init(_ area: Area, in data: HabitData) {
    self.area = area
    habits = data.habits.count { $0.areaID == area.id && $0.state == .active }
    badHabits = data.badHabits.count { $0.areaID == area.id }
  }
}
