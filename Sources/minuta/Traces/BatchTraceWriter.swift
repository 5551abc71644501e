import Foundation
import IntentKit
import JSONText
import MinutaCore

/// Writes the trace of a batch while it runs.
final class BatchTraceWriter {
  private var file: TraceFileWriter
  private let now: () -> Date
  private let start = ContinuousClock.now
  private var omitted = 0
  private var results = 0

  /// The maximum number of successful results that a trace records.
  private static let resultLimit = 10_000
  /// The trace sizes in bytes from which on it omits successful results, or all results.
  private static let sizeLimit = (succeeded: 4 << 20, any: 8 << 20)

  /// Creates a trace file in `folder`; nil if it can't be written.
  init?(in folder: TraceDirectory, id: String, of name: String, now: @escaping () -> Date) {
    self.now = now
    let head: JSONObject = [
      "file": .string(name.shortened(to: TraceFileWriter.maximumTextLength)),
      "started": .string(Timestamp.text(now())),
    ]
    guard let file = TraceFileWriter.begin(in: folder, id: id, head: head) else { return nil }
    self.file = file
  }

  /// Appends results to the trace, before they are printed.
  func append(_ results: [BatchCallResult]) {
    file.write(results.compactMap(line))
  }

  private func line(_ result: BatchCallResult) -> JSONObject? {
    results += 1
    let hasFailed = result.outcome.error != nil
    let limit = hasFailed ? Self.sizeLimit.any : Self.sizeLimit.succeeded
    if file.size > limit || !hasFailed && results > Self.resultLimit {
      omitted += 1
      return nil
    }
    var json: JSONObject = [
      "index": .number(JSONNumber(result.index)),
      "intent": .string(result.intent.shortened(to: TraceFileWriter.maximumTextLength)),
      "status": .string(result.outcome.status),
      "milliseconds": result.duration.inMilliseconds,
    ]
    json["error"] = result.outcome.error?.truncatedJSON
    return json
  }

  func end(_ summary: BatchSummary) {
    var lines: [JSONObject] = []
    if omitted > 0 { lines.append(["omitted": .number(JSONNumber(omitted))]) }
    lines.append([
      "summary": summary.json["summary"] ?? .null, "ended": .string(Timestamp.text(now())),
      "milliseconds": (ContinuousClock.now - start).inMilliseconds,
    ])
    file.write(lines)
  }
}

extension Duration {
  /// The duration in whole milliseconds, as used in traces.
  var inMilliseconds: JSONValue {
    .number(JSONNumber(Int((self / .milliseconds(1)).rounded())))
  }
}

extension OutcomeError {
  /// The error as JSON with long texts truncated, as used in traces.
  var truncatedJSON: JSONValue {
    [
      "code": .string(code),
      "message": .string(message.shortened(to: TraceFileWriter.maximumTextLength)),
    ]
  }
}
