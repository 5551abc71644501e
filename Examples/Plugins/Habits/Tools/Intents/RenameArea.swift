import IntentKit
import JSONText

enum RenameArea: HabitIntent {
  static let definition = PackageResources.RenameArea_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.areas.rename(call.text("area"), to: call.text("name"))
    return Answer(
      ["area": report.json],
      dialog: "The area is called \(report.area.name.quoted) now."
    )
  }
}
