import IntentKit
import JSONText

enum ListAreas: HabitIntent {
  static let definition = PackageResources.ListAreas_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let reports = try await services.areas.list()
    return IntentResult(
      ["areas": .array(reports.map(\.json))],
      dialog: "\(reports.count.pluralized("area"))."
    )
  }
}
