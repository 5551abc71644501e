import IntentKit
import JSONText

enum RenameProfile: HabitIntent {
  static let definition = PackageResources.RenameProfile_json

  static func perform(_ arguments: HabitArguments, with services: HabitServices) async throws
    -> IntentResult
  {
    let report = try await services.profile.rename(to: arguments.text("name"))
    return IntentResult(
      ["profile": report.json],
      dialog: "Renamed the player to \(report.profile.name.quoted)."
    )
  }
}
