import IntentKit
import JSONText

enum UndoCompletion: HabitIntent {
  static let definition = PackageResources.UndoCompletion_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let change = try await services.habits.undoCompletion(
      of: call.text("habit"),
      on: call.day("day", in: services.calendar),
      now: call.now
    )
    let name = change.report.habit.name.quoted
    return Answer(
      change.json(wasSo: "wasNotDone"),
      dialog: change.wasSo
        ? "\(name) was not done on \(change.day)."
        : "Took back that \(name) was done on \(change.day)."
    )
  }
}
