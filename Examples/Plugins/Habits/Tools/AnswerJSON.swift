import Foundation
import JSONText

extension Streak {
  /// The streak as answers have it.
  var json: JSONValue {
    [
      "standing": standing.rawValue.field, "current": current.field, "longest": longest.field,
    ]
  }
}

extension Area {
  /// What answers name an area by.
  var reference: JSONValue { ["id": id.field, "name": name.field] }
}

extension HabitReport {
  /// The habit as answers have it.
  var json: JSONValue {
    [
      "id": habit.id.field, "name": habit.name.field, "area": area?.reference ?? .null,
      "createdAt": habit.createdAt.field, "isArchived": .bool(habit.state != .active),
      "archivedAt": habit.archivedAt?.field ?? .null, "isDone": .bool(isDone),
      "completions": habit.completions.count.field, "streak": streak.json,
    ]
  }
}

extension HabitChange {
  /// The change as answers have it.
  ///
  /// - Parameter wasSo: what it is called that nothing was changed.
  func json(wasSo name: String) -> JSONObject {
    ["habit": report.json, "day": day.field, name: .bool(wasSo)]
  }
}

extension BadHabitReport {
  /// The bad habit as answers have it.
  var json: JSONValue {
    [
      "id": badHabit.id.field, "name": badHabit.name.field, "area": area?.reference ?? .null,
      "createdAt": badHabit.createdAt.field, "slips": badHabit.slips.count.field,
      "lastSlip": lastSlip?.field ?? .null, "cleanDays": cleanDays.field,
    ]
  }
}

extension AreaReport {
  /// The area as answers have it.
  var json: JSONValue {
    [
      "id": area.id.field, "name": area.name.field, "createdAt": area.createdAt.field,
      "habits": habits.field, "badHabits": badHabits.field,
    ]
  }
}

extension ProfileReport {
  /// The profile as answers have it.
  var json: JSONValue {
    [
      "name": profile.name.field, "experience": score.experience.field,
      "level": score.level.field, "experienceToNextLevel": score.experienceToNextLevel.field,
      "coins": score.coins.field, "purchases": .array(profile.purchases.map(\.json)),
    ]
  }
}

extension Purchase {
  /// The purchase as answers have it.
  var json: JSONValue {
    [
      "id": id.field, "reward": reward.field, "price": price.field, "boughtAt": date.field,
    ]
  }
}

extension Slip {
  /// The slip as answers have it.
  var json: JSONValue {
    ["id": id.field, "at": date.field, "note": note?.field ?? .null]
  }
}

extension Int {
  /// The number with its noun.
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
