import Foundation

/// The rules of areas; it names and throws as `HabitManaging` does.
protocol AreaManaging: Sendable {
  func create(_ name: String, now: Date) async throws -> AreaReport

  func rename(_ area: String, to name: String) async throws -> AreaReport

  /// Deletes an area; what belongs to it stays and belongs to none.
  func delete(_ area: String) async throws -> AreaReport

  /// The areas in the order of their names.
  func list() async throws -> [AreaReport]
}

/// An area and how much belongs to it.
struct AreaReport: Sendable, Equatable {
  let area: Area
  /// Those that are not archived.
  let habits: Int
  let badHabits: Int

  init(_ area: Area, in data: HabitData) {
    self.area = area
    habits = data.habits.count { $0.areaID == area.id && $0.state == .active }
    badHabits = data.badHabits.count { $0.areaID == area.id }
  }
}
