import IntentKit
import JSONText

enum ShowProfile: HabitIntent {
  static let definition = PackageResources.ShowProfile_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.profile.show()
    let (score, name) = (report.score, report.profile.name.quoted)
    return Answer(
      ["profile": report.json],
      dialog: "\(name) is on level \(score.level) with \(score.coins.counted("coin"))."
    )
  }
}
