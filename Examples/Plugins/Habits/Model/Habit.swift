import Foundation

/// Something to be done once a day.
struct Habit: Sendable, Hashable, NamedEntity {
  /// Whether it is being followed.
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
  /// The days on which it was done.
  var completions: Set<Day> = []

  var archivedAt: Date? {
    if case .archived(let date) = state { date } else { nil }
  }
}
