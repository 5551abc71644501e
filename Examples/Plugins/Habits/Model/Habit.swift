import Foundation

/// A habit that the user wants to complete once a day.
struct Habit: Sendable, Hashable, NamedEntity {
  /// The state of a habit: in use or archived.
  enum ArchiveState: Sendable, Hashable {
    case active
    case archived(since: Date)
  }

  static let kind = EntityKind.habit

  let id: UUID
  var name: String
  var areaID: UUID?
  let createdAt: Date
  var state = ArchiveState.active
  /// The days on which the habit was completed.
  var completions: Set<Day> = []

  var archivedAt: Date? {
    if case .archived(let date) = state { date } else { nil }
  }
}
