import IntentKit
import JSONText

enum CreateBadHabit: HabitIntent {
  static let definition = PackageResources.CreateBadHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.badHabits.create(
      arguments.text("name"),
      in: arguments.optionalText("area"),
      now: arguments.now
    )
    return IntentResult(
      ["badHabit": report.json],
      dialog: "The bad habit \(report.badHabit.name.quoted) was created."
    )
  }
}
