import IntentKit
import JSONText

enum DeleteHabit: HabitIntent {
  static let definition = PackageResources.DeleteHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.habits.delete(
      arguments.text("habit"),
      isConfirmed: arguments.flag("confirm"),
      now: arguments.now
    )
    return IntentResult(
      ["habit": report.json],
      dialog: "Deleted habit \(report.habit.name.quoted)."
    )
  }
}
