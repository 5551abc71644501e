import Foundation

/// A change to one item of the habit data; `before` is nil for a new item.
enum HabitDataChange: Sendable, Equatable {
  case profile(before: Profile, after: Profile)
  case purchase(Purchase)
  case area(before: Area?, after: Area)
  case areaDeleted(Area)
  /// A change to the habit itself, without its completions.
  case habit(before: Habit?, after: Habit)
  case habitDeleted(Habit)
  case completion(of: Habit, Day)
  case completionRemoved(of: Habit, Day)
  /// A change to the bad habit itself, without its slips.
  case badHabit(before: BadHabit?, after: BadHabit)
  case badHabitDeleted(BadHabit)
  case slip(BadHabit, BadHabitSlip)
}

extension HabitDataChange {
  /// Returns the changes from `before` to `after`, ordered so that no change refers to a missing item.
  static func changes(from before: HabitData, to after: HabitData) -> [HabitDataChange] {
    var changes: [HabitDataChange] = []
    if before.profile.name != after.profile.name {
      changes.append(.profile(before: before.profile, after: after.profile))
    }
    let known = Set(before.profile.purchases.map(\.id))
    changes += after.profile.purchases.filter { !known.contains($0.id) }.map { .purchase($0) }
    for (old, new) in pairs(before.areas, after.areas) where old != new {
      changes.append(.area(before: old, after: new))
    }
    for (old, new) in pairs(before.habits, after.habits) where old != new {
      changes += Self.changes(from: old, to: new)
    }
    for (old, new) in pairs(before.badHabits, after.badHabits) where old != new {
      changes += Self.changes(from: old, to: new)
    }
    changes += removed(before.habits, after.habits).map { .habitDeleted($0) }
    changes += removed(before.badHabits, after.badHabits).map { .badHabitDeleted($0) }
    changes += removed(before.areas, after.areas).map { .areaDeleted($0) }
    return changes
  }

  private static func changes(from old: Habit?, to new: Habit) -> [HabitDataChange] {
    var changes: [HabitDataChange] = []
    var bare = new
    bare.completions = old?.completions ?? []
    if bare != old { changes.append(.habit(before: old, after: new)) }
    let done = old?.completions ?? []
    changes += new.completions.subtracting(done).sorted().map { .completion(of: new, $0) }
    changes += done.subtracting(new.completions).sorted().map { .completionRemoved(of: new, $0) }
    return changes
  }

  private static func changes(from old: BadHabit?, to new: BadHabit) -> [HabitDataChange] {
    var changes: [HabitDataChange] = []
    var bare = new
    bare.slips = old?.slips ?? []
    if bare != old { changes.append(.badHabit(before: old, after: new)) }
    let known = Set((old?.slips ?? []).map(\.id))
    changes += new.slips.filter { !known.contains($0.id) }.map { .slip(new, $0) }
    return changes
  }

  /// Returns each item of `after` with its state in `before`, which is nil for a new item.
  private static func pairs<Entity: Identifiable>(
    _ before: [Entity],
    _ after: [Entity]
  ) -> [(Entity?, Entity)] {
    let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    return after.map { (known[$0.id], $0) }
  }

  private static func removed<Entity: Identifiable>(_ before: [Entity], _ after: [Entity])
    -> [Entity]
  {
    let left = Set(after.map(\.id))
    return before.filter { !left.contains($0.id) }
  }
}
