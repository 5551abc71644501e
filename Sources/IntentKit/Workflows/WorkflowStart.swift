import Foundation
import JSONText

/// Begins a run of a workflow, sees to its limits and its end, and makes its answer.
struct WorkflowStart: Sendable {
  let workflow: Workflow
  let engine: IntentEngine
  let door: Door
  /// The time that the steps may take; nil for any.
  var limit: Duration?
  /// How long to wait for another run.
  var patience = Duration.zero
  var report: @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in }

  /// The time that cleaning up may take where the workflow says nothing of time.
  private static let cleanupLimit = Duration.seconds(60)

  func perform(
    _ values: JSONObject,
    event: JSONObject? = nil
  ) async throws(IntentError) -> Answer {
    let now = engine.clock()
    let cancellation = CancelSwitch()
    let plan = engine.isRehearsal ? PlannedRun(workflow.id) : nil
    let log: any WorkflowLog
    if let plan {
      log = plan
    } else {
      log = try await engine.runs.begin(
        workflow,
        at: now,
        patience: patience,
        cancel: cancellation.cancel
      )
    }
    let scope = WorkflowScope(
      parameters: values,
      event: event,
      run: ["id": .string(log.run), "startedAt": .string(now.timestamp)]
    )
    let secrets = WorkflowSecrets(of: values, in: workflow.parameters)
    let engine = engine.within(CallChain(run: log.run, hooks: engine.chain.hooks))
    let run = WorkflowRun(
      engine: engine,
      definitions: await engine.definitions(of: workflow.calls.map(\.call.intent)),
      door: door,
      log: log,
      secrets: secrets,
      report: report
    )
    let course = await course(of: run, scope, cancellation)
    log.end(course.scope.status, error: course.scope.error.map(secrets.masked))
    return try answer(course, log.run, plan)
  }

  /// Does the steps, and whatever becomes of them the steps that clean up.
  private func course(
    of run: WorkflowRun,
    _ scope: WorkflowScope,
    _ cancellation: CancelSwitch
  ) async -> WorkflowRun.Course {
    let steps = workflow.steps
    let (main, isOverdue) = await TimeLimit.perform(within: limit, until: cancellation) {
      await run.perform(steps, scope)
    }
    var end = main
    end.scope.status = end.ending?.status ?? .ok
    if isOverdue, end.ending != nil { end.scope.status = .timeout }
    end.scope.error = end.ending.map { end.scope.status == .timeout ? overdue($0) : $0.error }
    if workflow.cleanup.isEmpty { return end }
    let cleanup = workflow.cleanup
    let known = end.scope
    // Whoever cancelled the steps does not cancel what cleans up after them.
    let task = Task {
      await TimeLimit.perform(within: limit ?? Self.cleanupLimit) {
        await run.perform(cleanup, known)
      }
    }
    let cleaned = await task.value.value
    end.scope = cleaned.scope
    end.counts = end.counts.adding(cleaned.counts)
    guard end.ending == nil, let ending = cleaned.ending else { return end }
    end.ending = ending
    (end.scope.status, end.scope.error) = (ending.status, ending.error)
    return end
  }

  private func overdue(_ ending: WorkflowRun.Ending) -> OutcomeError {
    guard let limit else { return ending.error }
    return OutcomeError(
      .failure,
      code: "timeout",
      message: "The workflow \(workflow.id.quoted) took longer than \(limit.milliseconds) ms."
    )
  }

  private func answer(
    _ end: WorkflowRun.Course,
    _ run: String,
    _ plan: PlannedRun?
  ) throws(IntentError) -> Answer {
    if let ending = end.ending, let error = end.scope.error {
      throw failure(error, of: ending, end.scope.status, run)
    }
    let evaluation = WorkflowEvaluation(scope: end.scope)
    do throws(WorkflowFault) {
      let output = try workflow.output.map { value throws(WorkflowFault) in
        try evaluation.value(value)
      }
      let said = try workflow.dialog.map { value throws(WorkflowFault) in
        try evaluation.value(value).json.string
      }
      let dialog = (said ?? nil) ?? "\(workflow.title): \(end.counts.sentence)"
      var answer = Answer(output?.json.object ?? [:], dialog: dialog, run: run)
      answer.plan = plan?.plan(
        scopeValues: end.scope.value(at: JSONPointer(["params"]))?.json.object ?? [:],
        tellsValue: output?.isKnown ?? true
      )
      if plan != nil { answer.run = nil }
      return answer
    } catch {
      throw .failed(error.error.adding(["workflow": .string(workflow.id), "run": .string(run)]))
    }
  }

  private func failure(
    _ error: OutcomeError,
    of ending: WorkflowRun.Ending,
    _ status: StepStatus,
    _ run: String
  ) -> IntentError {
    if status == .cancelled { return .cancelled }
    let facts: JSONObject = [
      "workflow": .string(workflow.id), "step": .string(ending.step), "run": .string(run),
    ]
    let isOwnWord = error.code == WorkflowFault.refusal || error.code == "timeout"
    let place = "The step \(ending.step.quoted) of \(workflow.id.quoted) failed: "
    let whole = OutcomeError(
      error.kind == .uncertain ? .uncertain : .failure,
      code: error.code,
      message: isOwnWord ? error.message : place + error.message,
      data: error.data.merging(facts)
    )
    return status == .timeout ? .timeout(whole) : .failed(whole)
  }
}

extension OutcomeError {
  func adding(_ facts: JSONObject) -> OutcomeError {
    OutcomeError(kind, code: code, message: message, data: data.merging(facts))
  }

  /// The error that an outcome of a call tells.
  init(_ error: IntentError) {
    let outcome = error.outcome
    self = outcome.error ?? OutcomeError(.failure, code: "internal", message: outcome.sentence)
  }
}

extension Duration {
  var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}

extension Date {
  /// The moment in UTC, to the second.
  fileprivate var timestamp: String { formatted(.iso8601) }
}
