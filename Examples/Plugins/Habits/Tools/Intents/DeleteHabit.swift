import IntentKit
import JSONText

enum DeleteHabit: HabitIntent {
  static let definition = PackageResources.DeleteHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.habits.delete(
      call.text("habit"),
      isConfirmed: call.flag("confirm"),
      now: call.now
    )
    return Answer(
      ["habit": report.json],
      dialog: "Deleted the habit \(report.habit.name.quoted)."
    )
  }
}
