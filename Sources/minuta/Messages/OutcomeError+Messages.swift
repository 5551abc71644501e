import IntentKit
import JSONText

extension OutcomeError {
  static func workflowLacksResources(_ id: String, reason: String) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "tooFewResources",
      message: "The workflow \(id.quoted) can't run: \(reason).",
      data: ["workflow": .string(id)]
    )
  }

  static func workflowIsRunning(_ id: String) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "busy",
      message: "The workflow \(id.quoted) is running already.",
      data: ["workflow": .string(id)]
    )
  }

  static func workflowID(_ id: String, differsFrom file: String, renameTo name: String)
    -> OutcomeError
  {
    OutcomeError(
      .badInput,
      code: "misnamedWorkflow",
      message: "'\(file)' declares the id \(id.quoted). "
        + "Rename it to '\(name)', or change the id.",
      data: ["file": .string(file), "path": "/id"]
    )
  }

  static func traceNameIsNotText() -> OutcomeError {
    OutcomeError(
      .badInput,
      code: "invalidValue",
      message: "'run' is not a string. Use a trace id, the id of a workflow, or 'last'."
    )
  }

  static func unwritableFile(_ file: String, reason: String) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "unwritableFile",
      message: "Can't write \(file.quoted): \(reason).",
      data: ["file": .string(file)]
    )
  }
}
