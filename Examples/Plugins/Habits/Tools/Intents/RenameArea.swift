import IntentKit
import JSONText

enum RenameArea: HabitIntent {
  static let definition = PackageResources.RenameArea_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.areas.rename(arguments.text("area"), to: arguments.text("name"))
    return IntentResult(
      ["area": report.json],
      dialog: "Renamed the area to \(report.area.name.quoted)."
    )
  }
}
