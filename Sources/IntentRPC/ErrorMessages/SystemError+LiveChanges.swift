package import IntentKit
import JSONText
package import SystemCalls

extension SystemError {
  /// Returns the error for a client that subscribed to changes of a folder that can't be watched.
  package func liveChangesUnavailable(in folder: String) -> Failure {
    let reason =
      isWatchLimitReached
      ? "the system allows no more watches (see fs.inotify in sysctl)" : self.reason
    return Failure(
      code: "liveChangesUnavailable",
      message: "Can't watch '\(folder)' for changes: \(reason).",
      data: ["path": .string(folder)]
    )
  }
}
