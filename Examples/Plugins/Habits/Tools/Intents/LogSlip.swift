import IntentKit
import JSONText

enum LogSlip: HabitIntent {
  static let definition = PackageResources.LogSlip_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let (slip, report) = try await services.badHabits.logSlip(
      for: arguments.text("badHabit"),
      at: arguments.date("at"),
      note: arguments.optionalText("note"),
      now: arguments.now
    )
    return IntentResult(
      ["slip": slip.json, "badHabit": report.json],
      dialog: "Logged a slip of \(report.badHabit.name.quoted)."
    )
  }
}
