import Foundation
import JSONText

/// Runs a workflow: starts the run, enforces the time limit, cleans up, and creates the result.
struct WorkflowRunner: Sendable {
  let workflow: Workflow
  let engine: IntentEngine
  let source: CallSource
  /// The time limit for the steps; nil for no limit.
  var limit: Duration?
  /// The time to wait for another active run to end.
  var timeout = Duration.zero
  var allowNextCall: @Sendable () -> Void = {}
  var report: @Sendable (_ part: Double, _ message: String?) -> Void = { _, _ in }

  /// The default time limit for cleanup steps.
  private static let cleanupLimit = Duration.seconds(60)

  func perform(
    _ values: JSONObject,
    event: JSONObject? = nil
  ) async throws(Failure) -> IntentResult {
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
    // Time spent waiting for another run counts towards the limit.
    let waited = timeout == .zero ? .zero : ContinuousClock.now - start
    let progress = await progress(of: run, scope, limit.map { $0 - waited }, cancellation)
    do throws(Failure) {
      let answer = try answer(progress, log.run, plan)
      log.end(progress.scope.status, error: nil)
      return answer
    } catch {
      let isOutputError = progress.stepFailure == nil
      let reported = isOutputError ? error : progress.scope.error
      let status = isOutputError ? .failed : progress.scope.status
      log.end(status, error: reported.map(secrets.masked))
      throw error
    }
  }

  /// Runs the steps, then the cleanup steps even if the steps failed.
  private func progress(
    of run: WorkflowStepExecutor,
    _ scope: WorkflowScope,
    _ limit: Duration?,
    _ cancellation: CancellationHandle
  ) async -> WorkflowStepExecutor.WorkflowProgress {
    let steps = workflow.steps
    let (main, didTimeOut) = await Timeout.perform(within: limit, until: cancellation) {
      await run.perform(steps, scope)
    }
    var progress = main
    progress.finish(timeoutError: didTimeOut ? timeoutError : nil)
    if workflow.cleanup.isEmpty { return progress }
    let (cleanup, known) = (workflow.cleanup, progress.scope)
    // Use an unstructured task, so that cancelling the run doesn't cancel its cleanup.
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

  private var timeoutError: Failure {
    .workflowTimedOut(workflow.id, after: limit ?? Self.cleanupLimit)
  }

  private func answer(
    _ progress: WorkflowStepExecutor.WorkflowProgress,
    _ run: String,
    _ plan: DryRunWorkflowLog?
  ) throws(Failure) -> IntentResult {
    if let stepFailure = progress.stepFailure, let error = progress.scope.error {
      throw failure(error, of: stepFailure, progress.scope.status, run)
    }
    let evaluation = WorkflowEvaluator(scope: progress.scope)
    do throws(Failure) {
      let output = try workflow.output.map { value throws(Failure) in
        try evaluation.value(value)
      }
      let customDialog = try workflow.dialog.map { value throws(Failure) in
        try evaluation.value(value).json.string
      }
      let title = plan == nil ? workflow.title : "Would run \(workflow.title.quoted)"
      let dialog = (customDialog ?? nil) ?? "\(title): \(progress.counts.sentence)"
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
      throw .outputFailed(error, workflow: workflow.id, run: run)
    }
  }

  private func failure(
    _ error: Failure,
    of stepFailure: WorkflowStepExecutor.StepFailure,
    _ status: StepStatus,
    _ run: String
  ) -> Failure {
    if status == .cancelled { return .cancelled }
    let details: JSONObject = [
      "workflow": .string(workflow.id), "step": .string(stepFailure.step), "run": .string(run),
    ]
    let isOwnMessage = error.code == Failure.refusalCode || error.code == "timeout"
    let prefix = "The step \(stepFailure.step.quoted) of \(workflow.id.quoted) failed: "
    let lacksInput = [.missingInput, .needsInput].contains(error.kind)
    let kind: Failure.Kind =
      error.kind == .uncertain ? .uncertain : lacksInput ? .needsInput : .failed
    return Failure(
      status == .timeout ? .timeout : kind,
      code: error.code,
      message: isOwnMessage ? error.notice : prefix + error.notice,
      data: error.data.merging(details)
    )
  }
}

extension Duration {
  /// The duration in milliseconds, rounded.
  package var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}

extension Date {
  /// The date in ISO 8601 format, in UTC and whole seconds.
  fileprivate var timestamp: String { formatted(.iso8601) }
}
