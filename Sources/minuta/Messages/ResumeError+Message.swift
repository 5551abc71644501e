import IntentKit

extension ResumeError {
  /// The error as two sentences.
  var notice: Notice {
    switch self {
    case .stillRunning(let process):
      "This batch is still running\(process > 0 ? " (process \(process))" : ""). Wait until it ends."
    case .changed(let first, let done, let rest):
      "An earlier run completed the calls up to call \(done), but "
        + "\(first ?? "one of those calls") has been changed since then. "
        + "Undo that change, or run only "
        + (rest.map { "the calls from \($0) on" } ?? "the new calls")
        + ", without '--resume'."
    case .undone(let call):
      "An earlier run completed \(call), but that call has been undone since then. Redo it, "
        + "or run the calls that you want without '--resume'.".suggesting("redo")
    case .otherUnfinished(let done):
      "These calls can't be resumed, because no earlier run begins with them. The last run "
        + "(\(done) calls completed) is unfinished. "
        + "To run all of these calls, leave out '--resume'."
    }
  }
}
