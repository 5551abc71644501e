import Foundation
import JSONText

extension Streak {
  var json: JSONValue {
    [
      "status": status.rawValue.json, "current": current.json, "longest": longest.json,
    ]
  }
}

extension Area {
  /// The area's id and name.
  var reference: JSONValue { ["id": id.json, "name": name.json] }
}

extension HabitReport {
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
  var json: JSONObject {
    ["habit": report.json, "day": day.json, "unchanged": .bool(isUnchanged)]
  }
}

extension BadHabitReport {
  var json: JSONValue {
    [
      "id": badHabit.id.json, "name": badHabit.name.json, "area": area?.reference ?? .null,
      "createdAt": badHabit.createdAt.json, "slips": badHabit.slips.count.json,
      "lastSlip": lastSlip?.json ?? .null, "cleanDays": cleanDays.json,
    ]
  }
}

extension AreaReport {
  var json: JSONValue {
    [
      "id": area.id.json, "name": area.name.json, "createdAt": area.createdAt.json,
      "habits": habits.json, "badHabits": badHabits.json,
    ]
  }
}

extension ProfileReport {
  var json: JSONValue {
    [
      "name": profile.name.json, "experience": score.experience.json,
      "level": score.level.json, "experienceToNextLevel": score.experienceToNextLevel.json,
      "coins": score.coins.json, "purchases": .array(profile.purchases.map(\.json)),
    ]
  }
}

extension Purchase {
  var json: JSONValue {
    [
      "id": id.json, "reward": reward.json, "price": price.json, "boughtAt": date.json,
    ]
  }
}

extension BadHabitSlip {
  var json: JSONValue {
    ["id": id.json, "at": date.json, "note": note?.json ?? .null]
  }
}

extension Int {
  /// Returns the number with the noun, such as "1 habit" or "2 habits".
  func pluralized(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
