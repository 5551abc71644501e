import IntentKit
import JSONText

enum ShowProfile: HabitIntent {
  static let definition = PackageResources.ShowProfile_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.profile.show()
    let (score, name) = (report.score, report.profile.name.quoted)
    return IntentResult(
      ["profile": report.json],
      dialog: "\(name) is on level \(score.level) with \(score.coins.pluralized("coin"))."
    )
  }
}
