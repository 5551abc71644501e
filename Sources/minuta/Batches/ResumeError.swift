import IntentKit

/// The reasons why a batch can't be resumed.
enum ResumeError: Equatable {
  /// Another process is running the batch; the process id is 0 if unknown.
  case stillRunning(process: Int32)
  /// Calls that an earlier run completed were edited in the file since then.
  case changed(first: CallPosition?, done: Int, rest: CallPosition?)
  /// A call that an earlier run completed was undone since then.
  case undone(CallPosition)
  /// The earlier run was killed during a call, so the outcome of that call is unknown.
  case unknown(CallPosition)
  /// The last run is unfinished and began with another call; the file may have been edited since.
  case otherUnfinished(file: String, done: Int)
}

/// The position of a call in a batch.
struct CallPosition: Equatable {
  /// The zero-based index of the call in the batch.
  let index: Int
  /// The line number of the call, counted from 1; nil if the calls are a JSON array.
  let line: Int?

  var label: String { line.map { "line \($0)" } ?? "call \(index + 1)" }
}

extension ResumeError {
  var kind: Failure.Kind {
    if case .stillRunning = self { .busy } else { .badInput }
  }

  var code: String {
    switch self {
    case .stillRunning: "stillRunning"
    case .changed, .undone, .unknown: "changedSinceRun"
    case .otherUnfinished: "otherRunUnfinished"
    }
  }
}
