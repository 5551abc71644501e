import IntentKit
import JSONText

enum ListHabits: HabitIntent {
  static let definition = PackageResources.ListHabits_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let reports = try await services.habits.list(
      in: arguments.optionalText("area"),
      includingArchived: arguments.flag("includeArchived"),
      now: arguments.now
    )
    let done = reports.count(where: \.isDone)
    return IntentResult(
      services.todayJSON(at: arguments.now).merging(["habits": .array(reports.map(\.json))]),
      dialog: "\(reports.count.pluralized("habit")), \(done) done today."
    )
  }
}
