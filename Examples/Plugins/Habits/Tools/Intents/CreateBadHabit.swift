import IntentKit
import JSONText

enum CreateBadHabit: HabitIntent {
  static let definition = PackageResources.CreateBadHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.badHabits.create(
      call.text("name"),
      in: call.optionalText("area"),
      now: call.now
    )
    return Answer(
      ["badHabit": report.json],
      dialog: "The bad habit \(report.badHabit.name.quoted) is watched."
    )
  }
}
