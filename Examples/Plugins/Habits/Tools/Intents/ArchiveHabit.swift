import IntentKit
import JSONText

enum ArchiveHabit: HabitIntent {
  static let definition = PackageResources.ArchiveHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let change = try await services.habits.setArchived(
      true,
      for: arguments.text("habit"),
      now: arguments.now
    )
    let name = change.report.habit.name.quoted
    return IntentResult(
      change.json,
      dialog: change.isUnchanged ? "\(name) is already archived." : "Archived \(name)."
    )
  }
}
