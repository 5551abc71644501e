import IntentKit
import JSONText

enum RenameHabit: HabitIntent {
  static let definition = PackageResources.RenameHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.habits.rename(
      call.text("habit"),
      to: call.text("name"),
      now: call.now
    )
    return Answer(
      ["habit": report.json],
      dialog: "The habit is called \(report.habit.name.quoted) now."
    )
  }
}
