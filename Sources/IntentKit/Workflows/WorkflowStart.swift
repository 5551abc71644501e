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
  var release: @Sendable () -> Void = {}
  var report: @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in }

  /// The time that cleaning up may take where the workflow says nothing of time.
  private static let cleanupLimit = Duration.seconds(60)

  func perform(
    _ values: JSONObject,
    event: JSONObject? = nil
  ) async throws(IntentError) -> Answer {
    let start = ContinuousClock.now
    let now = engine.clock()
    let cancellation = CancelSwitch()
    let plan = engine.isRehearsal ? PlannedRun(workflow.id) : nil
    try await engine.runs.prepare(for: workflow)
    let log: any WorkflowLog
    if let plan {
      log = plan
    } else {
      let own = try await engine.runs.begin(
        workflow,
        at: now,
        patience: patience,
        isTraced: engine.outer == nil,
        cancel: cancellation.cancel
      )
      log = engine.outer.map { InnerRun(own: own, outer: $0) } ?? own
    }
    let scope = WorkflowScope(
      parameters: values,
      event: event,
      run: ["id": .string(log.run), "startedAt": .string(now.timestamp)]
    )
    let secrets = WorkflowSecrets(of: values, in: workflow.parameters)
    let engine = engine.within(engine.chain.within(log.run))
    let run = WorkflowRun(
      engine: engine,
      offers: await engine.offers(of: workflow.calls.map(\.call.intent)),
      door: door,
      log: log,
      secrets: secrets,
      release: release,
      report: report
    )
    // Waiting for another run is part of the time.
    let waited = patience == .zero ? .zero : ContinuousClock.now - start
    let course = await course(of: run, scope, limit.map { $0 - waited }, cancellation)
    do throws(IntentError) {
      let answer = try answer(course, log.run, plan)
      log.end(course.scope.status, error: nil)
      return answer
    } catch {
      let isFault = course.ending == nil
      let told = isFault ? OutcomeError(error) : course.scope.error
      log.end(isFault ? .failed : course.scope.status, error: told.map(secrets.masked))
      throw error
    }
  }

  /// Does the steps, and whatever becomes of them the steps that clean up.
  private func course(
    of run: WorkflowRun,
    _ scope: WorkflowScope,
    _ limit: Duration?,
    _ cancellation: CancelSwitch
  ) async -> WorkflowRun.Course {
    let steps = workflow.steps
    let (main, isOverdue) = await TimeLimit.perform(within: limit, until: cancellation) {
      await run.perform(steps, scope)
    }
    var course = main
    course.finish(overdue: isOverdue ? overdueError : nil)
    if workflow.cleanup.isEmpty { return course }
    let (cleanup, known) = (workflow.cleanup, course.scope)
    // Whoever cancelled the steps does not cancel what cleans up after them.
    let task = Task { [cleanupLimit] in
      await TimeLimit.perform(within: cleanupLimit) { await run.perform(cleanup, known) }
    }
    var (cleaned, isLate) = await task.value
    cleaned.counts = course.counts.adding(cleaned.counts)
    if let ending = course.ending {
      cleaned.ending = ending
      (cleaned.scope.status, cleaned.scope.error) = (course.scope.status, course.scope.error)
    } else {
      cleaned.finish(overdue: isLate ? overdueError : nil)
    }
    return cleaned
  }

  private var cleanupLimit: Duration {
    min(limit ?? Self.cleanupLimit, engine.chain.patience ?? limit ?? Self.cleanupLimit)
  }

  private var overdueError: OutcomeError {
    OutcomeError(
      .failure,
      code: "timeout",
      message: "The workflow \(workflow.id.quoted) took longer than "
        + "\((limit ?? Self.cleanupLimit).milliseconds) ms."
    )
  }

  private func answer(
    _ course: WorkflowRun.Course,
    _ run: String,
    _ plan: PlannedRun?
  ) throws(IntentError) -> Answer {
    if let ending = course.ending, let error = course.scope.error {
      throw failure(error, of: ending, course.scope.status, run)
    }
    let evaluation = WorkflowEvaluation(scope: course.scope)
    do throws(WorkflowFault) {
      let output = try workflow.output.map { value throws(WorkflowFault) in
        try evaluation.value(value)
      }
      let said = try workflow.dialog.map { value throws(WorkflowFault) in
        try evaluation.value(value).json.string
      }
      let title = plan == nil ? workflow.title : "Would run \(workflow.title.quoted)"
      let dialog = (said ?? nil) ?? "\(title): \(course.counts.sentence)"
      var answer = Answer(output?.json.object ?? [:], dialog: dialog, run: engine.chain.run ?? run)
      answer.plan = plan?.plan(
        scopeValues: course.scope.value(at: JSONPointer(["params"]))?.json.object ?? [:],
        tellsValue: output?.isKnown ?? true
      )
      if plan != nil { answer.run = nil }
      return answer
    } catch {
      let fault = error.error
      throw .failed(
        OutcomeError(
          .failure,
          code: fault.code,
          message: "The answer of \(workflow.id.quoted) cannot be made: \(fault.message)",
          data: fault.data.merging(["workflow": .string(workflow.id), "run": .string(run)])
        )
      )
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
