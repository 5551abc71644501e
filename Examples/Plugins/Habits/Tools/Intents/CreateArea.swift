import IntentKit
import JSONText

enum CreateArea: HabitIntent {
  static let definition = PackageResources.CreateArea_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.areas.create(arguments.text("name"), now: arguments.now)
    return IntentResult(["area": report.json], dialog: "Created area \(report.area.name.quoted).")
  }
}
