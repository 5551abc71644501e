import IntentKit
import JSONText

enum ListBadHabits: HabitIntent {
  static let definition = PackageResources.ListBadHabits_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let reports = try await services.badHabits.list(now: arguments.now)
    return IntentResult(
      services.todayJSON(at: arguments.now).merging(["badHabits": .array(reports.map(\.json))]),
      dialog: "\(reports.count.pluralized("bad habit"))."
    )
  }
}
