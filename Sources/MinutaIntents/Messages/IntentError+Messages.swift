import IntentKit
import JSONText
import MinutaCore

extension IntentError {
  /// The error of an undo by an assistant that doesn't name the call to undo.
  ///
  /// Without a name, it could undo the user's own call.
  static let undoTargetMissing = missingValue(
    "Which call? Set 'entry' to the 'revision' in its result, or set 'run'.",
    path: "/entry"
  )

  static let imageMissing = missingValue(
    "The image is missing. Provide 'data' and 'type' (or 'file', except over MCP)."
  )

  static let updateMissing = missingValue(
    "There is nothing to change. Provide 'tag', 'untagged', 'comment', 'start' or 'end'."
  )

  private static func missingValue(_ message: String, path: String = "") -> IntentError {
    .failed(
      OutcomeError(
        .badInput,
        code: "missingValue",
        message: message,
        data: ["path": .string(path)]
      )
    )
  }

  /// Returns the error for a record that is longer than 60 days, which the call must allow
  /// explicitly.
  static func tooLong(_ interval: String, seconds: Int) -> IntentError {
    .failed(
      OutcomeError(
        .failure,
        code: "tooLong",
        message: "\(DurationFormat.text(seconds: seconds)) is longer than 60 days (\(interval)). "
          + "If that is right, add 'long': true (or --long).",
        data: ["seconds": .number(JSONNumber(seconds))]
      )
    )
  }

  /// Returns the error for a call that needs a confirmation.
  ///
  /// - Parameters:
  ///   - sentence: the reason, without a full stop.
  ///   - acceptsFlags: whether the caller can confirm with `--yes`.
  static func confirmationNeeded(
    _ sentence: String,
    acceptsFlags: Bool,
    data: JSONObject
  ) -> IntentError {
    let confirmation = acceptsFlags ? "'confirm': true (or --yes)" : "'confirm': true"
    return .needsValue(
      parameter: "confirm",
      schema: ["type": "boolean", "title": "Confirm"],
      OutcomeError(
        .failure,
        code: "confirmationNeeded",
        message: "\(sentence). Add \(confirmation) to confirm.",
        data: data
      )
    )
  }

  /// Returns the error for an unexpected failure of an intent.
  static func `internal`(_ error: any Error, in intent: String) -> IntentError {
    let message = "The intent \(intent.quoted) failed: \(error)."
    return .failed(OutcomeError(.failure, code: "internal", message: message))
  }
}
