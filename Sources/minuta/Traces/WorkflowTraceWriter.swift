import Foundation
import IntentKit
import JSONText
import MinutaCore
import Synchronization
import SystemCalls

/// Records the steps of a workflow run in a trace, and holds the workflow's lock until it ends.
final class WorkflowTraceWriter: WorkflowLog {
  private struct ActiveTrace: ~Copyable {
    var file: TraceFileWriter?
    /// The lock that prevents a second run; nil if concurrent runs are allowed, and after the end.
    var lock: FileLock?
    var omitted = 0
  }

  let run: String
  private let state: Mutex<ActiveTrace>
  private let now: @Sendable () -> Date
  private let start = ContinuousClock.now
  private let onEnd: @Sendable () -> Void

  /// The trace sizes in bytes from which on it omits successful steps, or all steps.
  private static let sizeLimit = (done: 4 << 20, any: 8 << 20)
  /// The size in bytes from which on the values of a call are truncated.
  private static let valueLimit = 4096

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - folder: the directory of traces; nil to write no trace.
  ///   - lock: a lock that is held until the run ends.
  ///   - onEnd: called when the run has ended.
  init(
    of workflow: Workflow,
    as run: String,
    in folder: TraceDirectory?,
    holding lock: consuming FileLock,
    now: @escaping @Sendable () -> Date,
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.run = run
    self.now = now
    self.onEnd = onEnd
    var head: JSONObject = [
      "workflow": .string(workflow.id), "started": .string(Timestamp.text(now())),
    ]
    head["event"] = workflow.hook.map { .string($0.event) }
    state = Mutex(ActiveTrace(file: Self.file(in: folder, run, head), lock: lock))
  }

  private static func file(
    in folder: TraceDirectory?,
    _ run: String,
    _ head: JSONObject
  ) -> TraceFileWriter? {
    guard let folder else { return nil }
    return .begin(in: folder, id: run, head: head)
  }

  func note(_ event: WorkflowEvent) {
    state.withLock { state in
      let isDone = event.error == nil
      let limit = isDone ? Self.sizeLimit.done : Self.sizeLimit.any
      guard let size = state.file?.size, size <= limit else {
        state.omitted += 1
        return
      }
      state.file?.write([line(event)])
    }
  }

  private func line(_ event: WorkflowEvent) -> JSONObject {
    var event = event
    if let values = event.values, values.bytes().count > Self.valueLimit {
      event.values = .string(values.text().shortened(to: TraceFileWriter.maximumTextLength))
    }
    var json: JSONObject = ["t": .string(Timestamp.text(now()))]
    json = json.merging(event.json.object ?? [:])
    json["error"] = event.error?.truncatedJSON
    return json
  }

  func end(_ status: StepStatus, error: OutcomeError?) {
    state.withLock { state in
      var lines: [JSONObject] = []
      if state.omitted > 0 { lines.append(["omitted": .number(JSONNumber(state.omitted))]) }
      var end: JSONObject = [
        "ended": .string(Timestamp.text(now())), "status": .string(status.rawValue),
        "milliseconds": (ContinuousClock.now - start).inMilliseconds,
      ]
      end["error"] = error?.truncatedJSON
      state.file?.write(lines + [end])
      state.file = nil
      state.lock = nil
    }
    onEnd()
  }
}
