import IntentKit
import JSONText

enum DeleteArea: HabitIntent {
  static let definition = PackageResources.DeleteArea_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.areas.delete(call.text("area"))
    return Answer(["area": report.json], dialog: "Deleted the area \(report.area.name.quoted).")
  }
}
