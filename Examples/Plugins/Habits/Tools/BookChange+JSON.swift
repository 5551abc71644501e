import Foundation
import JSONText

extension BookChange {
  /// The change as plans have it: what it is about, and what that was before and would be after.
  var json: JSONValue {
    switch self {
    case .profile(let before, let after):
      Self.json("profile", before: before.name.field, after: after.name.field)
    case .purchase(let purchase): Self.json("purchase", before: nil, after: purchase.json)
    case .area(let before, let after):
      Self.json("area", before: before?.reference, after: after.reference)
    case .areaGone(let area): Self.json("area", before: area.reference, after: nil)
    case .habit(let before, let after):
      Self.json("habit", before: before?.planned, after: after.planned)
    case .habitGone(let habit): Self.json("habit", before: habit.planned, after: nil)
    case .completion(let habit, let day):
      Self.json("completion", before: nil, after: Self.completion(habit, day))
    case .completionGone(let habit, let day):
      Self.json("completion", before: Self.completion(habit, day), after: nil)
    case .badHabit(let before, let after):
      Self.json("badHabit", before: before?.planned, after: after.planned)
    case .badHabitGone(let badHabit): Self.json("badHabit", before: badHabit.planned, after: nil)
    case .slip(let badHabit, let slip):
      Self.json("slip", before: nil, after: ["badHabit": badHabit.name.field, "slip": slip.json])
    }
  }

  private static func json(_ kind: String, before: JSONValue?, after: JSONValue?) -> JSONValue {
    ["kind": kind.field, "before": before ?? .null, "after": after ?? .null]
  }

  private static func completion(_ habit: Habit, _ day: Day) -> JSONValue {
    ["habit": habit.name.field, "day": day.field]
  }
}

extension Habit {
  fileprivate var planned: JSONValue {
    [
      "id": id.field, "name": name.field, "area": areaID?.field ?? .null,
      "isArchived": .bool(state != .active),
    ]
  }
}

extension BadHabit {
  fileprivate var planned: JSONValue {
    ["id": id.field, "name": name.field, "area": areaID?.field ?? .null]
  }
}
