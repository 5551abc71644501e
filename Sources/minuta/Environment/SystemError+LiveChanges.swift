import IntentKit
import JSONText
import SystemCalls

extension SystemError {
  /// The error as those are told it who asked for the changes of a folder.
  func liveChangesUnavailable(in folder: String) -> OutcomeError {
    let reason =
      isWatchLimitReached
      ? "the system allows no more watches (see fs.inotify in sysctl)" : self.reason
    return OutcomeError(
      .failure,
      code: "liveChangesUnavailable",
      message: "Changes in '\(folder)' cannot be told: \(reason).",
      data: ["path": .string(folder)]
    )
  }
}
