import IntentKit
import JSONText

enum CompleteHabit: HabitIntent {
  static let definition = PackageResources.CompleteHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let change = try await services.habits.complete(
      call.text("habit"),
      on: call.day("day", in: services.calendar),
      now: call.now
    )
    let name = change.report.habit.name.quoted
    let row = "\(change.report.streak.current.counted("day")) in a row"
    return Answer(
      change.json(wasSo: "alreadyDone"),
      dialog: change.wasSo
        ? "\(name) is done already on \(change.day): \(row)."
        : "Completed \(name) on \(change.day): \(row)."
    )
  }
}
