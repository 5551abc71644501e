import Foundation

/// One thing that is kept otherwise than before; `before` is nil for a new one.
enum BookChange: Sendable, Equatable {
  case profile(before: Profile, after: Profile)
  case purchase(Purchase)
  case area(before: Area?, after: Area)
  case areaGone(Area)
  /// What a habit is, apart from the days on which it was done.
  case habit(before: Habit?, after: Habit)
  case habitGone(Habit)
  case completion(of: Habit, Day)
  case completionGone(of: Habit, Day)
  /// What a bad habit is, apart from its slips.
  case badHabit(before: BadHabit?, after: BadHabit)
  case badHabitGone(BadHabit)
  case slip(BadHabit, Slip)
}

extension BookChange {
  /// What makes one book of another, in an order in which nothing ever belongs to what is not there.
  static func changes(from before: Book, to after: Book) -> [BookChange] {
    var changes: [BookChange] = []
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
    changes += gone(before.habits, after.habits).map { .habitGone($0) }
    changes += gone(before.badHabits, after.badHabits).map { .badHabitGone($0) }
    changes += gone(before.areas, after.areas).map { .areaGone($0) }
    return changes
  }

  private static func changes(from old: Habit?, to new: Habit) -> [BookChange] {
    var changes: [BookChange] = []
    var bare = new
    bare.completions = old?.completions ?? []
    if bare != old { changes.append(.habit(before: old, after: new)) }
    let done = old?.completions ?? []
    changes += new.completions.subtracting(done).sorted().map { .completion(of: new, $0) }
    changes += done.subtracting(new.completions).sorted().map { .completionGone(of: new, $0) }
    return changes
  }

  private static func changes(from old: BadHabit?, to new: BadHabit) -> [BookChange] {
    var changes: [BookChange] = []
    var bare = new
    bare.slips = old?.slips ?? []
    if bare != old { changes.append(.badHabit(before: old, after: new)) }
    let known = Set((old?.slips ?? []).map(\.id))
    changes += new.slips.filter { !known.contains($0.id) }.map { .slip(new, $0) }
    return changes
  }

  /// Everything that is there after, with what it was before.
  private static func pairs<Kept: Identifiable>(
    _ before: [Kept],
    _ after: [Kept]
  ) -> [(Kept?, Kept)] {
    let known = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    return after.map { (known[$0.id], $0) }
  }

  private static func gone<Kept: Identifiable>(_ before: [Kept], _ after: [Kept]) -> [Kept] {
    let left = Set(after.map(\.id))
    return before.filter { !left.contains($0.id) }
  }
}
