import Foundation
import IntentKit
import JSONText
import MinutaCore
import Synchronization
import SystemCalls

/// Records the steps of a workflow run in a trace, and holds the workflow's lock until it ends.
final class WorkflowTrace: WorkflowLog {
  let run: String
  private let writer: TraceWriter?
  /// The lock that prevents a second run; nil after the end.
  private let lock: Mutex<FileLock?>
  private let now: @Sendable () -> Date
  private let onEnd: @Sendable () -> Void

  /// The maximum size in bytes of a call's values; larger values are truncated.
  private static let valueLimit = 4096

  /// Creates the log of a run.
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
    var head: JSONObject = ["workflow": .string(workflow.id)]
    head["event"] = workflow.hook.map { .string($0.event) }
    self.run = run
    self.lock = Mutex(lock)
    self.now = now
    self.onEnd = onEnd
    writer = folder.flatMap { TraceWriter(in: $0, id: run, head: head, now: now) }
  }

  func note(_ event: WorkflowEvent) {
    writer?.write(line(event))
  }

  private func line(_ event: WorkflowEvent) -> JSONObject {
    var event = event
    if let values = event.values, values.bytes().count > Self.valueLimit {
      event.values = .string(values.text().shortened(to: TraceWriter.maximumTextLength))
    }
    var json: JSONObject = ["t": .string(Timestamp.text(now()))]
    json = json.merging(event.json.object ?? [:])
    json["error"] = event.error?.truncatedJSON
    return json
  }

  func end(_ status: StepStatus, error: Failure?) {
    var line: JSONObject = ["status": .string(status.rawValue)]
    line["error"] = error?.truncatedJSON
    writer?.end(line)
    lock.withLock { $0 = nil }
    onEnd()
  }
}

extension Duration {
  /// The duration in whole milliseconds, as used in traces.
  var inMilliseconds: JSONValue {
    .number(JSONNumber(Int((self / .milliseconds(1)).rounded())))
  }
}

extension Failure {
  /// The error as JSON with long texts truncated, as used in traces.
  fileprivate var truncatedJSON: JSONValue {
    [
      "code": .string(code),
      "message": .string(message.shortened(to: TraceWriter.maximumTextLength)),
    ]
  }
}
