import Foundation
import JSONText

extension HabitDataChange {
  /// The change as a dry run shows it: the item with its state before and after.
  var json: JSONValue {
    switch self {
    case .profile(let before, let after):
      Self.json("profile", before: before.name.json, after: after.name.json)
    case .purchase(let purchase): Self.json("purchase", before: nil, after: purchase.json)
    case .area(let before, let after):
      Self.json("area", before: before?.reference, after: after.reference)
    case .areaDeleted(let area): Self.json("area", before: area.reference, after: nil)
    case .habit(let before, let after):
      Self.json("habit", before: before?.planJSON, after: after.planJSON)
    case .habitDeleted(let habit): Self.json("habit", before: habit.planJSON, after: nil)
    case .completion(let habit, let day):
      Self.json("completion", before: nil, after: Self.completion(habit, day))
    case .completionRemoved(let habit, let day):
      Self.json("completion", before: Self.completion(habit, day), after: nil)
    case .badHabit(let before, let after):
      Self.json("badHabit", before: before?.planJSON, after: after.planJSON)
    case .badHabitDeleted(let badHabit):
      Self.json("badHabit", before: badHabit.planJSON, after: nil)
    case .slip(let badHabit, let slip):
      Self.json("slip", before: nil, after: ["badHabit": badHabit.name.json, "slip": slip.json])
    }
  }

  private static func json(_ kind: String, before: JSONValue?, after: JSONValue?) -> JSONValue {
    ["kind": kind.json, "before": before ?? .null, "after": after ?? .null]
  }

  private static func completion(_ habit: Habit, _ day: Day) -> JSONValue {
    ["habit": habit.name.json, "day": day.json]
  }
}

extension Habit {
  fileprivate var planJSON: JSONValue {
    [
      "id": id.json, "name": name.json, "area": areaID?.json ?? .null,
      "isArchived": .bool(state != .active),
    ]
  }
}

extension BadHabit {
  fileprivate var planJSON: JSONValue {
    ["id": id.json, "name": name.json, "area": areaID?.json ?? .null]
  }
}
