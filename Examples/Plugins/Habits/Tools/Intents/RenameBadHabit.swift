import IntentKit
import JSONText

enum RenameBadHabit: HabitIntent {
  static let definition = PackageResources.RenameBadHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.badHabits.rename(
      call.text("badHabit"),
      to: call.text("name"),
      now: call.now
    )
    return Answer(
      ["badHabit": report.json],
      dialog: "The bad habit is called \(report.badHabit.name.quoted) now."
    )
  }
}
