import IntentKit
import JSONText

enum ListBadHabits: HabitIntent {
  static let definition = PackageResources.ListBadHabits_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let reports = try await services.badHabits.list(now: call.now)
    return Answer(
      services.today(at: call.now).merging(["badHabits": .array(reports.map(\.json))]),
      dialog: "\(reports.count.counted("bad habit"))."
    )
  }
}
