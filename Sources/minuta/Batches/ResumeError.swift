import IntentKit

/// The reasons why a batch can't be resumed.
enum ResumeError: Equatable {
  /// Another process is running the batch; the process id is 0 if unknown.
  case stillRunning(process: Int32)
  /// The calls that an earlier run completed were edited since.
  case changed(first: CallPosition?, done: Int, rest: CallPosition?)
  /// A completed call was undone.
  case undone(CallPosition)
  /// The outcome of a call is unknown.
  case unknown(CallPosition)
  /// A batch with another first call is unfinished, and this file may be an edited version of it.
  case otherUnfinished(file: String, done: Int)
}

/// The position of a call in a batch.
struct CallPosition: Equatable {
  /// The zero-based index.
  let index: Int
  /// The line number, counted from 1; nil if the calls are a JSON array.
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
}
