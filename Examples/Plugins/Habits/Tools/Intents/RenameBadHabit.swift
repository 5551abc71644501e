import IntentKit
import JSONText

enum RenameBadHabit: HabitIntent {
  static let definition = PackageResources.RenameBadHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.badHabits.rename(
      arguments.text("badHabit"),
      to: arguments.text("name"),
      now: arguments.now
    )
    return IntentResult(
      ["badHabit": report.json],
      dialog: "Renamed the bad habit to \(report.badHabit.name.quoted)."
    )
  }
}
