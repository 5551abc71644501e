import IntentKit
import JSONText

enum LogSlip: HabitIntent {
  static let definition = PackageResources.LogSlip_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let (slip, report) = try await services.badHabits.slip(
      into: call.text("badHabit"),
      at: call.moment("at"),
      note: call.optionalText("note"),
      now: call.now
    )
    return Answer(
      ["slip": slip.json, "badHabit": report.json],
      dialog: "Noted a slip into \(report.badHabit.name.quoted); tomorrow is another day."
    )
  }
}
