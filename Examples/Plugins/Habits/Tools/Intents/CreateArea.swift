import IntentKit
import JSONText

enum CreateArea: HabitIntent {
  static let definition = PackageResources.CreateArea_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.areas.create(call.text("name"), now: call.now)
    return Answer(["area": report.json], dialog: "Made the area \(report.area.name.quoted).")
  }
}
