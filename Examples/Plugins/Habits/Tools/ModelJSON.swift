import Foundation
import JSONText

extension Streak {
  /// The streak as answers have it.
  var json: JSONValue {
    [
      "status": status.rawValue.json, "current": current.json, "longest": longest.json,
    ]
  }
}

extension Area {
  /// What answers name an area by.
  var reference: JSONValue { ["id": id.json, "name": name.json] }
}

extension HabitReport {
  /// The habit as answers have it.
  var json: JSONValue {
    [
      "id": habit.id.json, "name": habit.name.json, "area": area?.reference ?? .null,
      "createdAt": habit.createdAt.json, "isArchived": .bool(habit.state != .active),
      "archivedAt": habit.archivedAt?.json ?? .null, "isDone": .bool(isDone),
      "completions": habit.completions.count.json, "streak": streak.json,
    ]
  }
}

extension HabitChange {
  /// The change as results show it.
  var json: JSONObject {
    ["habit": report.json, "day": day.json, "unchanged": .bool(isUnchanged)]
  }
}

extension BadHabitReport {
  /// The bad habit as answers have it.
  var json: JSONValue {
    [
      "id": badHabit.id.json, "name": badHabit.name.json, "area": area?.reference ?? .null,
      "createdAt": badHabit.createdAt.json, "slips": badHabit.slips.count.json,
      "lastSlip": lastSlip?.json ?? .null, "cleanDays": cleanDays.json,
    ]
  }
}

extension AreaReport {
  /// The area as answers have it.
  var json: JSONValue {
    [
      "id": area.id.json, "name": area.name.json, "createdAt": area.createdAt.json,
      "habits": habits.json, "badHabits": badHabits.json,
    ]
  }
}

extension ProfileReport {
  /// The profile as answers have it.
  var json: JSONValue {
    [
      "name": profile.name.json, "experience": score.experience.json,
      "level": score.level.json, "experienceToNextLevel": score.experienceToNextLevel.json,
      "coins": score.coins.json, "purchases": .array(profile.purchases.map(\.json)),
    ]
  }
}

extension Purchase {
  /// The purchase as answers have it.
  var json: JSONValue {
    [
      "id": id.json, "reward": reward.json, "price": price.json, "boughtAt": date.json,
    ]
  }
}

extension Slip {
  /// The slip as answers have it.
  var json: JSONValue {
    ["id": id.json, "at": date.json, "note": note?.json ?? .null]
  }
}

extension Int {
  /// The number with its noun.
  func pluralized(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
