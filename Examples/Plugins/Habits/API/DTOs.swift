import Foundation
import IntentKit
import JSONText

// Data transfer objects (DTOs): the items as the API represents them in JSON. Unknown members are
// ignored.

struct ProfileDTO {
  let profile: Profile

  init(_ profile: Profile) {
    self.profile = profile
  }

  init(_ fields: JSONFieldReader) throws(ValidationError) {
    profile = Profile(
      name: try fields.value("player_name"),
      purchases: try fields.objects("purchases") { (item) throws(ValidationError) in
        try PurchaseDTO(item).purchase
      }
    )
  }

  var json: JSONObject { ["player_name": profile.name.json] }
}

struct PurchaseDTO {
  let purchase: Purchase

  init(_ purchase: Purchase) {
    self.purchase = purchase
  }

  init(_ fields: JSONFieldReader) throws(ValidationError) {
    purchase = Purchase(
      id: try fields.value("id"),
      reward: try fields.value("reward"),
      price: try fields.value("price_coins"),
      date: try fields.value("bought_at")
    )
  }

  var json: JSONValue {
    [
      "reward": purchase.reward.json, "price_coins": purchase.price.json,
      "bought_at": purchase.date.json,
    ]
  }
}

struct AreaDTO {
  let area: Area

  init(_ area: Area) {
    self.area = area
  }

  init(_ fields: JSONFieldReader) throws(ValidationError) {
    area = Area(
      id: try fields.value("id"),
      name: try fields.value("title"),
      createdAt: try fields.value("created_at")
    )
  }

  var json: JSONObject { ["title": area.name.json, "created_at": area.createdAt.json] }
}

struct HabitDTO {
  let habit: Habit

  init(_ habit: Habit) {
    self.habit = habit
  }

  init(_ fields: JSONFieldReader) throws(ValidationError) {
    let archivedAt: Date? = try fields.optionalValue("archived_at")
    habit = Habit(
      id: try fields.value("id"),
      name: try fields.value("title"),
      areaID: try fields.optionalValue("area_id"),
      createdAt: try fields.value("created_at"),
      state: archivedAt.map { .archived(since: $0) } ?? .active,
      completions: Set(try fields.values("completed_on"))
    )
  }

  /// The habit as sent to the API.
  ///
  /// Completions aren't included; they have URLs of their own.
  var json: JSONObject {
    [
      "title": habit.name.json, "area_id": habit.areaID?.json ?? .null,
      "created_at": habit.createdAt.json, "archived_at": habit.archivedAt?.json ?? .null,
    ]
  }
}

struct BadHabitDTO {
  let badHabit: BadHabit

  init(_ badHabit: BadHabit) {
    self.badHabit = badHabit
  }

  init(_ fields: JSONFieldReader) throws(ValidationError) {
    badHabit = BadHabit(
      id: try fields.value("id"),
      name: try fields.value("title"),
      areaID: try fields.optionalValue("area_id"),
      createdAt: try fields.value("created_at"),
      slips: try fields.objects("slips") { (item) throws(ValidationError) in try SlipDTO(item).slip
      }
    )
  }

  /// The bad habit as sent to the API.
  ///
  /// Slips aren't included; they have URLs of their own.
  var json: JSONObject {
    [
      "title": badHabit.name.json, "area_id": badHabit.areaID?.json ?? .null,
      "created_at": badHabit.createdAt.json,
    ]
  }
}

struct SlipDTO {
  let slip: BadHabitSlip

  init(_ slip: BadHabitSlip) {
    self.slip = slip
  }

  init(_ fields: JSONFieldReader) throws(ValidationError) {
    slip = BadHabitSlip(
      id: try fields.value("id"),
      date: try fields.value("happened_at"),
      note: try fields.optionalValue("note")
    )
  }

  var json: JSONValue {
    ["happened_at": slip.date.json, "note": slip.note?.json ?? .null]
  }
}
