import IntentKit

/// Why a batch cannot go on where an earlier run of it ended.
enum ResumeError: Equatable {
  /// Another process is at it; 0 where nobody knows which.
  case stillRunning(process: Int32)
  /// The calls up to here are no longer those that were done.
  case changed(first: CallPosition?, done: Int, rest: CallPosition?)
  /// A call was taken back.
  case undone(CallPosition)
  /// Nobody knows whether a call failed.
  case unknown(CallPosition)
  /// Another batch did not come to its end, and this one may be what became of its file.
  case otherUnfinished(file: String, done: Int)
}

/// Where a call stands in a batch.
struct CallPosition: Equatable {
  /// Counted from 0.
  let index: Int
  /// Counted from 1; nil where the calls are a list.
  let line: Int?

  var label: String { line.map { "line \($0)" } ?? "call \(index + 1)" }
}

extension ResumeError {
  var code: String {
    switch self {
    case .stillRunning: "stillRunning"
    case .changed, .undone, .unknown: "changedSinceRun"
    case .otherUnfinished: "otherRunUnfinished"
    }
  }

  var sentence: String {
    switch self {
    case .stillRunning(let process):
      "This batch is still being run"
        + (process > 0 ? " (process \(process))" : "") + "; wait for its end."
    case .changed(let first, let done, let rest):
      "An earlier run did the calls up to call \(done), and \(first?.label ?? "one of them") "
        + "is not as it was then; put it back, or run "
        + (rest.map { "what stands from \($0.label) on" } ?? "what is new") + " without '--resume'."
    case .undone(let place):
      "An earlier run did \(place.label), which was undone since; redo it, or run what is wanted "
        + "without '--resume'."
    case .unknown(let place):
      "An earlier run was killed before it told what became of \(place.label); look whether it was "
        + "done, and run the rest without '--resume'."
    case .otherUnfinished(let file, let done):
      "No earlier run begins like this, and the last one (\(file.quoted), "
        + "\(done) calls gone through) did not come to its end; to do all of this, run it without "
        + "'--resume'."
    }
  }
}
