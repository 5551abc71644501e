import IntentKit
import JSONText
import MinutaCore

extension BatchCallResult {
  /// The line for the result in the trace of its batch.
  var traceLine: JSONObject {
    var line: JSONObject = [
      "index": .number(JSONNumber(index)),
      "intent": .string(intent.shortened(to: TraceWriter.maximumTextLength)),
      "status": .string(outcome.status),
      "milliseconds": duration.inMilliseconds,
    ]
    line["error"] = outcome.error?.truncatedJSON
    return line
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
  var truncatedJSON: JSONValue {
    [
      "code": .string(code),
      "message": .string(message.shortened(to: TraceWriter.maximumTextLength)),
    ]
  }
}
