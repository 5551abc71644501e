import IntentKit
import JSONText

enum CreateHabit: HabitIntent {
  static let definition = PackageResources.CreateHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.habits.create(
      arguments.text("name"),
      in: arguments.optionalText("area"),
      now: arguments.now
    )
    return IntentResult(
      ["habit": report.json],
      dialog: "Created habit \(report.habit.name.quoted)."
    )
  }
}
