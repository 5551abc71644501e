import Foundation
import IntentKit
import JSONText

// The things as the API has them. Members that are not known are its own, and are let be.

struct ProfileDTO {
  let profile: Profile

  init(_ profile: Profile) {
    self.profile = profile
  }

  init(_ fields: Fields) throws(ValueProblem) {
    profile = Profile(
      name: try fields.value("player_name"),
      purchases: try fields.items("purchases") { (item) throws(ValueProblem) in
        try PurchaseDTO(item).purchase
      }
    )
  }

  var json: JSONObject { ["player_name": profile.name.field] }
}

struct PurchaseDTO {
  let purchase: Purchase

  init(_ purchase: Purchase) {
    self.purchase = purchase
  }

  init(_ fields: Fields) throws(ValueProblem) {
    purchase = Purchase(
      id: try fields.value("id"),
      reward: try fields.value("reward"),
      price: try fields.value("price_coins"),
      date: try fields.value("bought_at")
    )
  }

  var json: JSONValue {
    [
      "reward": purchase.reward.field, "price_coins": purchase.price.field,
      "bought_at": purchase.date.field,
    ]
  }
}

struct AreaDTO {
  let area: Area

  init(_ area: Area) {
    self.area = area
  }

  init(_ fields: Fields) throws(ValueProblem) {
    area = Area(
      id: try fields.value("id"),
      name: try fields.value("title"),
      createdAt: try fields.value("created_at")
    )
  }

  var json: JSONObject { ["title": area.name.field, "created_at": area.createdAt.field] }
}

struct HabitDTO {
  let habit: Habit

  init(_ habit: Habit) {
    self.habit = habit
  }

  init(_ fields: Fields) throws(ValueProblem) {
    let archivedAt: Date? = try fields.optional("archived_at")
    habit = Habit(
      id: try fields.value("id"),
      name: try fields.value("title"),
      areaID: try fields.optional("area_id"),
      createdAt: try fields.value("created_at"),
      state: archivedAt.map { .archived(since: $0) } ?? .active,
      completions: Set(try fields.values("completed_on"))
    )
  }

  /// The days have URLs of their own.
  var json: JSONObject {
    [
      "title": habit.name.field, "area_id": habit.areaID?.field ?? .null,
      "created_at": habit.createdAt.field, "archived_at": habit.archivedAt?.field ?? .null,
    ]
  }
}

struct BadHabitDTO {
  let badHabit: BadHabit

  init(_ badHabit: BadHabit) {
    self.badHabit = badHabit
  }

  init(_ fields: Fields) throws(ValueProblem) {
    badHabit = BadHabit(
      id: try fields.value("id"),
      name: try fields.value("title"),
      areaID: try fields.optional("area_id"),
      createdAt: try fields.value("created_at"),
      slips: try fields.items("slips") { (item) throws(ValueProblem) in try SlipDTO(item).slip }
    )
  }

  /// The slips have URLs of their own.
  var json: JSONObject {
    [
      "title": badHabit.name.field, "area_id": badHabit.areaID?.field ?? .null,
      "created_at": badHabit.createdAt.field,
    ]
  }
}

struct SlipDTO {
  let slip: Slip

  init(_ slip: Slip) {
    self.slip = slip
  }

  init(_ fields: Fields) throws(ValueProblem) {
    slip = Slip(
      id: try fields.value("id"),
      date: try fields.value("happened_at"),
      note: try fields.optional("note")
    )
  }

  var json: JSONValue {
    ["happened_at": slip.date.field, "note": slip.note?.field ?? .null]
  }
}
