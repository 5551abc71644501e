import IntentKit
import JSONText

enum DeleteBadHabit: HabitIntent {
  static let definition = PackageResources.DeleteBadHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.badHabits.delete(
      arguments.text("badHabit"),
      isConfirmed: arguments.flag("confirm"),
      now: arguments.now
    )
    return IntentResult(
      ["badHabit": report.json],
      dialog: "Deleted bad habit \(report.badHabit.name.quoted)."
    )
  }
}
