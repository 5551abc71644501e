import IntentKit
import JSONText

enum UnarchiveHabit: HabitIntent {
  static let definition = PackageResources.UnarchiveHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let change = try await services.habits.setArchived(
      false,
      for: arguments.text("habit"),
      now: arguments.now
    )
    let name = change.report.habit.name.quoted
    return IntentResult(
      change.json,
      dialog: change.isUnchanged ? "\(name) is not archived." : "\(name) is active again."
    )
  }
}
