import IntentKit
import JSONText

enum BuyReward: HabitIntent {
  static let definition = PackageResources.BuyReward_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let (purchase, report) = try await services.profile.buy(
      call.text("reward"),
      for: call.integer("price"),
      now: call.now
    )
    return Answer(
      ["purchase": purchase.json, "profile": report.json],
      dialog: "Bought \(purchase.reward.quoted); \(report.score.coins.counted("coin")) left."
    )
  }
}
