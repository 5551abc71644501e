import Foundation
import JSONText

/// Begins a run of a workflow, sees to its limits and its end, and makes its answer.
struct WorkflowRunner: Sendable {
  let workflow: Workflow
  let engine: IntentEngine
  let source: CallSource
  /// The time that the steps may take; nil for any.
  var limit: Duration?
  /// How long to wait for another run.
  var timeout = Duration.zero
  var allowNextCall: @Sendable () -> Void = {}
  var report: @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in }

  /// The time that cleaning up may take where the workflow says nothing of time.
  private static let cleanupLimit = Duration.seconds(60)

  func perform(
    _ values: JSONObject,
    event: JSONObject? = nil
  ) async throws(IntentError) -> IntentResult {
    let start = ContinuousClock.now
    let now = engine.clock()
    let cancellation = CancellationHandle()
    let plan = engine.isDryRun ? DryRunWorkflowLog(workflow.id) : nil
    try await engine.runs.prepare(for: workflow)
    let log: any WorkflowLog
    if let plan {
      log = plan
    } else {
      let own = try await engine.runs.begin(
        workflow,
        at: now,
        timeout: timeout,
        isTraced: engine.parentStep == nil,
        cancel: cancellation.cancel
      )
      log = engine.parentStep.map { NestedWorkflowLog(own: own, parentStep: $0) } ?? own
    }
    let scope = WorkflowScope(
      parameters: values,
      event: event,
      run: ["id": .string(log.run), "startedAt": .string(now.timestamp)]
    )
    let secrets = SecretMasker(of: values, in: workflow.parameters)
    let engine = engine.within(engine.chain.within(log.run))
    let run = WorkflowStepExecutor(
      engine: engine,
      registeredIntents: await engine.registeredIntents(of: workflow.calls.map(\.call.intent)),
      source: source,
      log: log,
      secrets: secrets,
      allowNextCall: allowNextCall,
      report: report
    )
    // Waiting for another run is part of the time.
    let waited = timeout == .zero ? .zero : ContinuousClock.now - start
    let progress = await progress(of: run, scope, limit.map { $0 - waited }, cancellation)
    do throws(IntentError) {
      let answer = try answer(progress, log.run, plan)
      log.end(progress.scope.status, error: nil)
      return answer
    } catch {
      let isFault = progress.stepFailure == nil
      let told = isFault ? OutcomeError(error) : progress.scope.error
      log.end(isFault ? .failed : progress.scope.status, error: told.map(secrets.masked))
      throw error
    }
  }

  /// Does the steps, and whatever becomes of them the steps that clean up.
  private func progress(
    of run: WorkflowStepExecutor,
    _ scope: WorkflowScope,
    _ limit: Duration?,
    _ cancellation: CancellationHandle
  ) async -> WorkflowStepExecutor.Progress {
    let steps = workflow.steps
    let (main, didTimeOut) = await Timeout.perform(within: limit, until: cancellation) {
      await run.perform(steps, scope)
    }
    var progress = main
    progress.finish(timeoutError: didTimeOut ? timeoutError : nil)
    if workflow.cleanup.isEmpty { return progress }
    let (cleanup, known) = (workflow.cleanup, progress.scope)
    // Whoever cancelled the steps does not cancel what cleans up after them.
    let task = Task { [cleanupLimit] in
      await Timeout.perform(within: cleanupLimit) { await run.perform(cleanup, known) }
    }
    var (cleaned, isLate) = await task.value
    cleaned.counts = progress.counts.adding(cleaned.counts)
    if let stepFailure = progress.stepFailure {
      cleaned.stepFailure = stepFailure
      (cleaned.scope.status, cleaned.scope.error) = (progress.scope.status, progress.scope.error)
    } else {
      cleaned.finish(timeoutError: isLate ? timeoutError : nil)
    }
    return cleaned
  }

  private var cleanupLimit: Duration {
    min(limit ?? Self.cleanupLimit, engine.chain.timeout ?? limit ?? Self.cleanupLimit)
  }

  private var timeoutError: OutcomeError {
    OutcomeError(
      .failure,
      code: "timeout",
      message: "The workflow \(workflow.id.quoted) took longer than "
        + "\((limit ?? Self.cleanupLimit).milliseconds) ms."
    )
  }

  private func answer(
    _ progress: WorkflowStepExecutor.Progress,
    _ run: String,
    _ plan: DryRunWorkflowLog?
  ) throws(IntentError) -> IntentResult {
    if let stepFailure = progress.stepFailure, let error = progress.scope.error {
      throw failure(error, of: stepFailure, progress.scope.status, run)
    }
    let evaluation = WorkflowEvaluator(scope: progress.scope)
    do throws(WorkflowStepError) {
      let output = try workflow.output.map { value throws(WorkflowStepError) in
        try evaluation.value(value)
      }
      let said = try workflow.dialog.map { value throws(WorkflowStepError) in
        try evaluation.value(value).json.string
      }
      let title = plan == nil ? workflow.title : "Would run \(workflow.title.quoted)"
      let dialog = (said ?? nil) ?? "\(title): \(progress.counts.sentence)"
      var answer = IntentResult(
        output?.json.object ?? [:],
        dialog: dialog,
        run: engine.chain.run ?? run
      )
      answer.plan = plan?.plan(
        scopeValues: progress.scope.value(at: JSONPointer(["params"]))?.json.object ?? [:],
        isResultKnown: output?.isKnown ?? true
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
    of stepFailure: WorkflowStepExecutor.StepFailure,
    _ status: StepStatus,
    _ run: String
  ) -> IntentError {
    if status == .cancelled { return .cancelled }
    let facts: JSONObject = [
      "workflow": .string(workflow.id), "step": .string(stepFailure.step), "run": .string(run),
    ]
    let isOwnWord = error.code == WorkflowStepError.refusalCode || error.code == "timeout"
    let place = "The step \(stepFailure.step.quoted) of \(workflow.id.quoted) failed: "
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
