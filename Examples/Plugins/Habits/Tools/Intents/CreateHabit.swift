import IntentKit
import JSONText

enum CreateHabit: HabitIntent {
  static let definition = PackageResources.CreateHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.habits.create(
      call.text("name"),
      in: call.optionalText("area"),
      now: call.now
    )
    return Answer(
      ["habit": report.json],
      dialog: "Began the habit \(report.habit.name.quoted)."
    )
  }
}
