import IntentKit
import JSONText

enum ArchiveHabit: HabitIntent {
  static let definition = PackageResources.ArchiveHabit_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let change = try await services.habits.archive(call.text("habit"), true, now: call.now)
    let name = change.report.habit.name.quoted
    return Answer(
      change.json(wasSo: "wasArchived"),
      dialog: change.wasSo ? "\(name) is archived already." : "Archived \(name)."
    )
  }
}
