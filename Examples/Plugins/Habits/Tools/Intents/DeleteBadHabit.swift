import IntentKit
import JSONText

enum DeleteBadHabit: HabitIntent {
  static let definition = PackageResources.DeleteBadHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.badHabits.delete(
      call.text("badHabit"),
      isConfirmed: call.flag("confirm"),
      now: call.now
    )
    return Answer(
      ["badHabit": report.json],
      dialog: "Deleted the bad habit \(report.badHabit.name.quoted)."
    )
  }
}
