import IntentKit
import JSONText

enum RenameProfile: HabitIntent {
  static let definition = PackageResources.RenameProfile_json

  static func perform(_ call: HabitCall, with services: Services) async throws -> Answer {
    let report = try await services.profile.rename(to: call.text("name"))
    return Answer(
      ["profile": report.json],
      dialog: "The player is called \(report.profile.name.quoted) now."
    )
  }
}
