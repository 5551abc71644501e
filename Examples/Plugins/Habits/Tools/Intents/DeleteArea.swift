import IntentKit
import JSONText

enum DeleteArea: HabitIntent {
  static let definition = PackageResources.DeleteArea_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.areas.delete(arguments.text("area"))
    return IntentResult(
      ["area": report.json],
      dialog: "Deleted area \(report.area.name.quoted)."
    )
  }
}
