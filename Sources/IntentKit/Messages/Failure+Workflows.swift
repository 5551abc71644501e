import JSONText

extension Failure {
  /// The failure of JSON that isn't a valid workflow.
  ///
  /// - Parameter file: The workflow's file. Nil if it wasn't read from a file.
  public static func invalidWorkflow(_ problems: [ValidationError], file: String?) -> Failure {
    var data: JSONObject = ["path": .string(problems.first?.pointer.description ?? "")]
    data["file"] = file.map { .string($0) }
    data["problems"] = .array(
      problems.map {
        [
          "path": .string($0.pointer.description), "message": .string($0.sentence(saying: "key")),
        ]
      }
    )
    let workflow = "The workflow" + (file.map { " in '\($0)'" } ?? "")
    let first = problems.first?.sentence(saying: "key").lowercasingFirst ?? "unknown problem."
    let rest =
      switch problems.count - 1 {
      case ...0: ""
      case 1: " There is 1 more problem."
      case let count: " There are \(count) more problems."
      }
    return Failure(
      .badInput,
      code: "invalidWorkflow",
      message: "\(workflow) is invalid: \(first)\(rest)",
      data: data,
      problems: problems
    )
  }

  /// The failure of a workflow file whose name isn't a valid ID.
  package static func misnamedWorkflow(_ file: String) -> Failure {
    Failure(
      .badInput,
      code: "misnamedWorkflow",
      message: "'\(file)' is not a valid name for a workflow file. Use the workflow's ID "
        + "(letters, digits and '_') followed by '.json', such as 'stand_up.json'.",
      data: ["file": .string(file)]
    )
  }

  /// The failure of a workflow that exceeded its time limit.
  static func workflowTimedOut(_ id: String, after limit: Duration) -> Failure {
    timedOut(message: "The workflow \(id.quoted) timed out after \(limit.milliseconds) ms.")
  }

  /// The failure of a step that exceeded its time limit.
  static func stepTimedOut(after limit: Duration) -> Failure {
    timedOut(message: "Timed out after \(limit.milliseconds) ms.")
  }

  private static func timedOut(message: String) -> Failure {
    Failure(.timeout, code: "timeout", message: message)
  }

  /// The failure of a workflow whose `output` or `dialog` can't be evaluated.
  static func outputFailed(_ cause: Failure, workflow id: String, run: String) -> Failure {
    Failure(
      code: cause.code,
      message: "The result of \(id.quoted) can't be created: " + cause.notice,
      data: cause.data.merging(["workflow": .string(id), "run": .string(run)])
    )
  }

  /// The code of a `fail` step's failure, by which a hook can refuse a call.
  static let refusalCode = "refused"

  /// The failure of a call that a hook refused on purpose.
  static func refused(byHook id: String, _ error: Failure) -> Failure {
    Failure(
      code: refusalCode,
      message: "The hook \(id.quoted) refused the call: " + error.notice,
      data: ["hook": .string(id)]
    )
  }

  /// The failure of a call that didn't run because a hook failed.
  static func hookFailed(_ id: String, _ error: Failure) -> Failure {
    Failure(
      code: "hookFailed",
      message: "The hook \(id.quoted) failed, so the call did not run: " + error.notice,
      data: ["hook": .string(id)]
    )
  }
}
