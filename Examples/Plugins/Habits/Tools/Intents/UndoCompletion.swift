import IntentKit
import JSONText

enum UndoCompletion: HabitIntent {
  static let definition = PackageResources.UndoCompletion_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let change = try await services.habits.undoCompletion(
      of: arguments.text("habit"),
      on: arguments.day("day", in: services.calendar),
      now: arguments.now
    )
    let name = change.report.habit.name.quoted
    return IntentResult(
      change.json,
      dialog: change.isUnchanged
        ? "\(name) was not done on \(change.day)."
        : "Took back that \(name) was done on \(change.day)."
    )
  }
}
