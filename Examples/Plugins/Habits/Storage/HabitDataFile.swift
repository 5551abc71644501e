import Foundation
import IntentKit
import JSONText

/// Reads and writes the habit data file.
enum HabitDataFile {
  /// The version of the file format.
  ///
  /// Files of other versions are rejected.
  static let version = 1

  static func read(_ bytes: [UInt8]) throws -> HabitData {
    let file = try JSONFieldReader(JSONValue(parsing: bytes))
    let version: Int = try file.value("version")
    guard version == Self.version else {
      let expected = "\(Self.version), the only supported version"
      throw ValidationError("version", .invalidFormat(expected: expected, found: version.json))
    }
    try file.rejectKeys(except: ["version", "profile", "areas", "habits", "badHabits"])
    return HabitData(
      profile: try profile(file.object("profile")),
      areas: try file.objects("areas", area),
      habits: try file.objects("habits", habit),
      badHabits: try file.objects("badHabits", badHabit)
    )
  }

  static func bytes(of data: HabitData) -> [UInt8] {
    let json: JSONValue = [
      "version": version.json, "profile": json(of: data.profile),
      "areas": .array(data.areas.map(json)), "habits": .array(data.habits.map(json)),
      "badHabits": .array(data.badHabits.map(json)),
    ]
    return json.bytes(.indented)
  }
}

extension HabitDataFile {
  private static func profile(_ fields: JSONFieldReader) throws(ValidationError) -> Profile {
    try fields.rejectKeys(except: ["name", "purchases"])
    return Profile(
      name: try fields.value("name"),
      purchases: try fields.objects("purchases") { (purchase) throws(ValidationError) in
        try purchase.rejectKeys(except: ["id", "reward", "price", "boughtAt"])
        return Purchase(
          id: try purchase.value("id"),
          reward: try purchase.value("reward"),
          price: try purchase.value("price"),
          date: try purchase.value("boughtAt")
        )
      }
    )
  }

  private static func area(_ fields: JSONFieldReader) throws(ValidationError) -> Area {
    try fields.rejectKeys(except: ["id", "name", "createdAt"])
    return Area(
      id: try fields.value("id"),
      name: try fields.value("name"),
      createdAt: try fields.value("createdAt")
    )
  }

  private static func habit(_ fields: JSONFieldReader) throws(ValidationError) -> Habit {
    try fields.rejectKeys(except: ["id", "name", "area", "createdAt", "archivedAt", "completions"])
    let archivedAt: Date? = try fields.optionalValue("archivedAt")
    return Habit(
      id: try fields.value("id"),
      name: try fields.value("name"),
      areaID: try fields.optionalValue("area"),
      createdAt: try fields.value("createdAt"),
      state: archivedAt.map { .archived(since: $0) } ?? .active,
      completions: Set(try fields.values("completions"))
    )
  }

  private static func badHabit(_ fields: JSONFieldReader) throws(ValidationError) -> BadHabit {
    try fields.rejectKeys(except: ["id", "name", "area", "createdAt", "slips"])
    return BadHabit(
      id: try fields.value("id"),
      name: try fields.value("name"),
      areaID: try fields.optionalValue("area"),
      createdAt: try fields.value("createdAt"),
      slips: try fields.objects("slips") { (slip) throws(ValidationError) in
        try slip.rejectKeys(except: ["id", "at", "note"])
        return BadHabitSlip(
          id: try slip.value("id"),
          date: try slip.value("at"),
          note: try slip.optionalValue("note")
        )
      }
    )
  }
}

extension HabitDataFile {
  private static func json(of profile: Profile) -> JSONValue {
    [
      "name": profile.name.json,
      "purchases": .array(
        profile.purchases.map { purchase in
          [
            "id": purchase.id.json, "reward": purchase.reward.json,
            "price": purchase.price.json, "boughtAt": purchase.date.json,
          ]
        }
      ),
    ]
  }

  private static func json(of area: Area) -> JSONValue {
    ["id": area.id.json, "name": area.name.json, "createdAt": area.createdAt.json]
  }

  private static func json(of habit: Habit) -> JSONValue {
    var json: JSONObject = ["id": habit.id.json, "name": habit.name.json]
    json["area"] = habit.areaID?.json
    json["createdAt"] = habit.createdAt.json
    json["archivedAt"] = habit.archivedAt?.json
    json["completions"] = .array(habit.completions.sorted().map(\.json))
    return .object(json)
  }

  private static func json(of badHabit: BadHabit) -> JSONValue {
    var json: JSONObject = ["id": badHabit.id.json, "name": badHabit.name.json]
    json["area"] = badHabit.areaID?.json
    json["createdAt"] = badHabit.createdAt.json
    json["slips"] = .array(
      badHabit.slips.map { slip in
        var json: JSONObject = ["id": slip.id.json, "at": slip.date.json]
        json["note"] = slip.note?.json
        return .object(json)
      }
    )
    return .object(json)
  }
}
