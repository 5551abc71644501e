import IntentKit
import JSONText

extension Failure {
  static func workflowLacksResources(_ id: String, reason: String) -> Failure {
    Failure(
      code: "tooFewResources",
      message: "The workflow \(id.quoted) can't run: \(reason).",
      data: ["workflow": .string(id)]
    )
  }

  static func workflowIsRunning(_ id: String) -> Failure {
    Failure(
      .busy,
      code: "busy",
      message: "The workflow \(id.quoted) is running already.",
      data: ["workflow": .string(id)]
    )
  }

  static func workflowID(_ id: String, differsFrom file: String, renameTo name: String)
    -> Failure
  {
    Failure(
      .badInput,
      code: "misnamedWorkflow",
      message: "'\(file)' declares the id \(id.quoted). "
        + "Rename it to '\(name)', or change the id.",
      data: ["file": .string(file), "path": "/id"]
    )
  }
}
