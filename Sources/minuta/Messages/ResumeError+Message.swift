import IntentKit

extension ResumeError {
  /// The error as two sentences.
  var sentence: String {
    switch self {
    case .stillRunning(let process):
      "This batch is still running\(process > 0 ? " (process \(process))" : ""). Wait until it ends."
    case .changed(let first, let done, let rest):
      "An earlier run completed the calls up to call \(done), but \(first?.label ?? "one of them") "
        + "has changed since. Restore the file, or run "
        + (rest.map { "the calls from \($0.label) on" } ?? "the new calls") + " without '--resume'."
    case .undone(let place):
      "An earlier run completed \(place.label), but that call was undone since. Redo it with "
        + "'minuta redo', or run the calls that you want without '--resume'."
    case .unknown(let place):
      "An earlier run was killed during \(place.label), so its result is unknown. Check whether "
        + "that call took effect, then run the rest without '--resume'."
    case .otherUnfinished(let file, let done):
      "No earlier run begins with these calls, but the last run (\(file.quoted), \(done) calls "
        + "completed) is unfinished. To run all of these calls, leave out '--resume'."
    }
  }
}
