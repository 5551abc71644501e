import Foundation
import IntentKit
import JSONText

/// A book as a file has it.
enum BookFile {
  /// What the file says it is; another number is a form that is not known here.
  static let version = 1

  static func read(_ bytes: [UInt8]) throws -> Book {
    let file = try Fields(JSONValue(parsing: bytes))
    let version: Int = try file.value("version")
    guard version == Self.version else {
      let expected = "\(Self.version), the only one known here"
      throw ValueProblem("version", .unreadable(expected: expected, found: version.field))
    }
    try file.refuse(besides: ["version", "profile", "areas", "habits", "badHabits"])
    return Book(
      profile: try profile(file.fields("profile")),
      areas: try file.items("areas", area),
      habits: try file.items("habits", habit),
      badHabits: try file.items("badHabits", badHabit)
    )
  }

  static func bytes(of book: Book) -> [UInt8] {
    let json: JSONValue = [
      "version": version.field, "profile": json(of: book.profile),
      "areas": .array(book.areas.map(json)), "habits": .array(book.habits.map(json)),
      "badHabits": .array(book.badHabits.map(json)),
    ]
    return json.bytes(.indented)
  }
}

extension BookFile {
  private static func profile(_ fields: Fields) throws(ValueProblem) -> Profile {
    try fields.refuse(besides: ["name", "purchases"])
    return Profile(
      name: try fields.value("name"),
      purchases: try fields.items("purchases") { (purchase) throws(ValueProblem) in
        try purchase.refuse(besides: ["id", "reward", "price", "boughtAt"])
        return Purchase(
          id: try purchase.value("id"),
          reward: try purchase.value("reward"),
          price: try purchase.value("price"),
          date: try purchase.value("boughtAt")
        )
      }
    )
  }

  private static func area(_ fields: Fields) throws(ValueProblem) -> Area {
    try fields.refuse(besides: ["id", "name", "createdAt"])
    return Area(
      id: try fields.value("id"),
      name: try fields.value("name"),
      createdAt: try fields.value("createdAt")
    )
  }

  private static func habit(_ fields: Fields) throws(ValueProblem) -> Habit {
    try fields.refuse(besides: ["id", "name", "area", "createdAt", "archivedAt", "completions"])
    let archivedAt: Date? = try fields.optional("archivedAt")
    return Habit(
      id: try fields.value("id"),
      name: try fields.value("name"),
      areaID: try fields.optional("area"),
      createdAt: try fields.value("createdAt"),
      state: archivedAt.map { .archived(since: $0) } ?? .active,
      completions: Set(try fields.values("completions"))
    )
  }

  private static func badHabit(_ fields: Fields) throws(ValueProblem) -> BadHabit {
    try fields.refuse(besides: ["id", "name", "area", "createdAt", "slips"])
    return BadHabit(
      id: try fields.value("id"),
      name: try fields.value("name"),
      areaID: try fields.optional("area"),
      createdAt: try fields.value("createdAt"),
      slips: try fields.items("slips") { (slip) throws(ValueProblem) in
        try slip.refuse(besides: ["id", "at", "note"])
        return Slip(
          id: try slip.value("id"),
          date: try slip.value("at"),
          note: try slip.optional("note")
        )
      }
    )
  }
}

extension BookFile {
  private static func json(of profile: Profile) -> JSONValue {
    [
      "name": profile.name.field,
      "purchases": .array(
        profile.purchases.map { purchase in
          [
            "id": purchase.id.field, "reward": purchase.reward.field,
            "price": purchase.price.field, "boughtAt": purchase.date.field,
          ]
        }
      ),
    ]
  }

  private static func json(of area: Area) -> JSONValue {
    ["id": area.id.field, "name": area.name.field, "createdAt": area.createdAt.field]
  }

  private static func json(of habit: Habit) -> JSONValue {
    var json: JSONObject = ["id": habit.id.field, "name": habit.name.field]
    json["area"] = habit.areaID?.field
    json["createdAt"] = habit.createdAt.field
    json["archivedAt"] = habit.archivedAt?.field
    json["completions"] = .array(habit.completions.sorted().map(\.field))
    return .object(json)
  }

  private static func json(of badHabit: BadHabit) -> JSONValue {
    var json: JSONObject = ["id": badHabit.id.field, "name": badHabit.name.field]
    json["area"] = badHabit.areaID?.field
    json["createdAt"] = badHabit.createdAt.field
    json["slips"] = .array(
      badHabit.slips.map { slip in
        var json: JSONObject = ["id": slip.id.field, "at": slip.date.field]
        json["note"] = slip.note?.field
        return .object(json)
      }
    )
    return .object(json)
  }
}
