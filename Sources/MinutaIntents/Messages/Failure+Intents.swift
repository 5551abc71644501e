import Foundation
import IntentKit
import JSONText
import MinutaCore

extension Failure {
  /// The error for an undo by an assistant without an argument that selects the call to undo.
  ///
  /// Without that argument, the assistant could undo a call of the user by mistake.
  static let undoTargetMissing = Failure(
    .missingInput,
    code: "missingValue",
    message: "Which call? Set 'entry' to the 'revision' in its result, or set 'run'.",
    data: ["path": "/entry"]
  )

  /// Returns the error for an undo of a change of a billed record by an assistant, which can't unlock it.
  static func undoLocked(_ record: TimeRecord, _ lock: InvoiceLock) -> Failure {
    Failure(
      code: "recordBilled",
      message:
        "\(lock.reason(of: record)), so only the user can undo the call.".suggesting("undo"),
      data: ["record": .string(record.id.uuidString), "invoice": .string(lock.number)]
    )
  }

  /// Returns the error for a record longer than 60 days in a call that doesn't set `long`.
  static func tooLong(_ interval: String, seconds: Int) -> Failure {
    Failure(
      code: "tooLong",
      message: "\(DurationFormat.text(seconds: seconds)) is longer than 60 days (\(interval)). "
        + "If that is right, add 'long': true (or --long).",
      data: ["seconds": .number(JSONNumber(seconds))]
    )
  }

  /// Returns the error for a call that needs a confirmation.
  ///
  /// - Parameters:
  ///   - sentence: the reason, without a full stop.
  ///   - source: the source of the call, whose people confirm with a flag or a value.
  static func confirmationNeeded(
    _ sentence: Notice,
    source: CallSource,
    data: JSONObject
  ) -> Failure {
    let confirmation =
      switch source {
      case .commandLine: "--yes"
      case .file, .key: "'confirm': true (or --yes)"
      case .mcp, .rpc: "'confirm': true"
      }
    let list = (data["list"]?.array ?? []).compactMap(\.string)
    let lines = (list + sentence.commands).reduce(into: "") { $0 += "\n  \($1)" }
    return Failure(
      .needsInput,
      code: "confirmationNeeded",
      message: sentence.rewording { "\($0). Add \(confirmation) to confirm." },
      data: data
    )
    .requesting(
      "confirm",
      schema: ["type": "boolean", "title": "Confirm"],
      // A workflow that is run at a terminal calls from a file.
      question: [.commandLine, .file].contains(source)
        ? "\(sentence.sentence)\(lines.isEmpty ? ". " : ":\(lines)\n")Continue?" : nil
    )
  }
}
