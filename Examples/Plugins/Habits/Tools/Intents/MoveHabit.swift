import IntentKit
import JSONText

enum MoveHabit: HabitIntent {
  static let definition = PackageResources.MoveHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.habits.move(
      call.text("habit"),
      to: call.optionalText("area"),
      now: call.now
    )
    let place = report.area.map { "to the area \($0.name.quoted)" } ?? "out of its area"
    return Answer(
      ["habit": report.json],
      dialog: "Moved \(report.habit.name.quoted) \(place)."
    )
  }
}
