import Foundation

/// A habit that the user wants to avoid.
struct BadHabit: Sendable, Hashable, NamedEntity {
  static let kind = EntityKind.badHabit

  let id: UUID
  var name: String
  var areaID: UUID?
  let createdAt: Date
  /// The slips, in the order in which they were logged.
  var slips: [BadHabitSlip] = []
}

/// One occurrence of a bad habit.
struct BadHabitSlip: Sendable, Hashable, Identifiable {
  let id: UUID
  let date: Date
  let note: String?
}
