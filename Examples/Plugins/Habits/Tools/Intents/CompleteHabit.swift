import IntentKit
import JSONText

enum CompleteHabit: HabitIntent {
  static let definition = PackageResources.CompleteHabit_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let change = try await services.habits.complete(
      arguments.text("habit"),
      on: arguments.day("day", in: services.calendar),
      now: arguments.now
    )
    let name = change.report.habit.name.quoted
    let row = "\(change.report.streak.current.pluralized("day")) in a row"
    return IntentResult(
      change.json,
      dialog: change.isUnchanged
        ? "\(name) is already completed on \(change.day): \(row)."
        : "Completed \(name) on \(change.day): \(row)."
    )
  }
}
