import IntentKit

/// The reasons why a batch can't be resumed, with calls named as "line 3" or "call 3".
enum ResumeError: Equatable {
  /// Another process is running the batch; the process id is 0 if unknown.
  case stillRunning(process: Int32)
  /// Calls that an earlier run completed were edited in the file since then.
  case changed(first: String?, done: Int, rest: String?)
  /// A call that an earlier run completed was undone since then.
  case undone(String)
  /// The last run is unfinished and began with another call; the file may have been edited since.
  case otherUnfinished(done: Int)
}

extension ResumeError {
  var kind: Failure.Kind {
    if case .stillRunning = self { .busy } else { .badInput }
  }

  var code: String {
    switch self {
    case .stillRunning: "stillRunning"
    case .changed, .undone: "changedSinceRun"
    case .otherUnfinished: "otherRunUnfinished"
    }
  }
}
