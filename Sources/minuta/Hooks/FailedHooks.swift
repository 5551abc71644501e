import IntentKit
import MinutaCore
import SystemCalls

/// The hooks whose last run after an event failed: a file each with a sentence about it.
struct FailedHooks {
  let environment: Environment

  private func file(of id: String) -> String { "\(environment.stateFolder)/failed-hooks/\(id)" }

  /// The ids of the hooks; one that was changed since doesn't count.
  var ids: [String] {
    let workflows = WorkflowDirectory(environment)
    return ((try? Directory.names(in: file(of: ""))) ?? []).filter { id in
      guard let failed = try? FileStatus.of(file(of: id)),
        let hook = try? FileStatus.of(workflows.file(of: id))
      else { return false }
      return hook.modified <= failed.modified
    }
  }

  /// The sentences by the ids of their hooks, each with the command that shows the run.
  var notices: [String: Notice] {
    ids.reduce(into: [:]) { notices, id in
      let bytes = try? FileDescriptor.contents(of: file(of: id), limit: 1 << 16)
      notices[id] = bytes.map { String(decoding: $0, as: UTF8.self).suggesting("trace \(id)") }
    }
  }

  /// Records how the last run of a hook ended: with an error, or well if it is nil.
  func recordEnd(of id: String, _ error: Failure?) {
    guard let message = error?.notice.sentence.shortened(to: TraceWriter.maximumTextLength) else {
      try? Directory.unlink(file(of: id))
      return
    }
    let time = LocalTimeConverter(timeZone: environment.timeZone).time(at: environment.now())
    let sentence = "The hook '\(id)' failed at \(time.dateText) \(time.clockText): \(message)"
    try? AtomicFileWriter.replace(file(of: id), with: Array(sentence.utf8))
  }
}
