import IntentKit

/// The failures of menus.
extension Failure {
  /// The failure of a menu of workflows if the user has none.
  static func noWorkflows(_ folder: String) -> Failure {
    Failure(
      code: "nothingToPick",
      message: "There are no workflows to choose from. Put one into '\(folder)'."
    )
  }

  /// The failure of a menu of recent records if there are none.
  static let noRecentRecords = Failure(
    code: "nothingToPick",
    message: "There are no records of the last 60 days to choose from."
  )
}
