import IntentKit
import JSONText

enum UnarchiveHabit: HabitIntent {
  static let definition = PackageResources.UnarchiveHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let change = try await services.habits.archive(call.text("habit"), false, now: call.now)
    let name = change.report.habit.name.quoted
    return Answer(
      change.json(wasSo: "wasActive"),
      dialog: change.wasSo ? "\(name) is not archived." : "\(name) is followed again."
    )
  }
}
