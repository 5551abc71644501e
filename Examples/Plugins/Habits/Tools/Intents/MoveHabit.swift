import IntentKit
import JSONText

enum MoveHabit: HabitIntent {
  static let definition = PackageResources.MoveHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.habits.move(
      arguments.text("habit"),
      to: arguments.optionalText("area"),
      now: arguments.now
    )
    let destination = report.area.map { "to the area \($0.name.quoted)" } ?? "out of its area"
    return IntentResult(
      ["habit": report.json],
      dialog: "Moved \(report.habit.name.quoted) \(destination)."
    )
  }
}
