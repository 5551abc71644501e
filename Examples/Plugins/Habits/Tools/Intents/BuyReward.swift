import IntentKit
import JSONText

enum BuyReward: HabitIntent {
  static let definition = PackageResources.BuyReward_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let (purchase, report) = try await services.profile.buy(
      arguments.text("reward"),
      for: arguments.integer("price"),
      now: arguments.now
    )
    return IntentResult(
      ["purchase": purchase.json, "profile": report.json],
      dialog: "Bought \(purchase.reward.quoted); \(report.score.coins.pluralized("coin")) left."
    )
  }
}
