import Foundation

/// Something to be done once a day.
struct Habit: Sendable, Hashable, Named {
  /// Whether it is being followed.
  enum State: Sendable, Hashable {
    case active
    case archived(since: Date)
  }

  static let kind = NamedKind.habit

  let id: UUID
  var name: String
  var areaID: UUID?
  let createdAt: Date
  var state = State.active
  /// The days on which it was done.
  var completions: Set<Day> = []

  var archivedAt: Date? {
    if case .archived(let date) = state { date } else { nil }
  }
}
