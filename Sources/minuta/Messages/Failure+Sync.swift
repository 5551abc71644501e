import IntentKit
import MinutaCore

/// The failures of the words and flags after `minuta sync`.
extension Failure {
  static let intervalWithoutWatch = Failure(
    .badInput,
    code: "usage",
    message: "'--every' works only with '--watch'. Add '--watch' to sync again and again."
  )

  static func conflictChanged(_ word: String) -> Failure {
    Failure(
      .busy,
      code: "changedSince",
      message: """
        The value of conflict \(word.quoted) has changed meanwhile, so nothing was taken. See the list.
        """.suggesting("sync conflicts")
    )
  }

  static func unknownConflict(_ word: String, count: Int) -> Failure {
    let hint =
      count == 0
      ? "There are no conflicts."
      : "Use a number from 1 to \(count) of the list.".suggesting("sync conflicts")
    return Failure(
      .badInput,
      code: "conflictNotFound",
      message: "There is no conflict \(word.quoted). " + hint
    )
  }
}
