import IntentKit
import JSONText

enum ListHabits: HabitIntent {
  static let definition = PackageResources.ListHabits_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let reports = try await services.habits.list(
      in: call.optionalText("area"),
      includingArchived: call.flag("includeArchived"),
      now: call.now
    )
    let done = reports.count(where: \.isDone)
    return Answer(
      services.today(at: call.now).merging(["habits": .array(reports.map(\.json))]),
      dialog: "\(reports.count.counted("habit")), \(done) done today."
    )
  }
}
