import IntentKit
import JSONText
import SystemCalls

extension AsyncStream<Void> {
  /// Tells what any of the streams tells, until one of them ends.
  static func merging(_ streams: [AsyncStream<Void>]) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { output in
      let listening = streams.map { stream in
        Task {
          for await _ in stream { output.yield() }
          output.finish()
        }
      }
      output.onTermination = { _ in
        for task in listening { task.cancel() }
      }
    }
  }
}

extension SystemError {
  /// The error as those are told it who asked for the changes of a folder.
  func liveChangesUnavailable(in folder: String) -> OutcomeError {
    let reason =
      isOfWatchLimit
      ? "the system allows no more watches (see fs.inotify in sysctl)" : self.reason
    return OutcomeError(
      .failure,
      code: "liveChangesUnavailable",
      message: "Changes in '\(folder)' cannot be told: \(reason).",
      data: ["path": .string(folder)]
    )
  }
}
