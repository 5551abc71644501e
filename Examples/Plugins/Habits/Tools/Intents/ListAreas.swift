import IntentKit
import JSONText

enum ListAreas: HabitIntent {
  static let definition = PackageResources.ListAreas_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let reports = try await services.areas.list()
    return Answer(
      ["areas": .array(reports.map(\.json))],
      dialog: "\(reports.count.counted("area"))."
    )
  }
}
