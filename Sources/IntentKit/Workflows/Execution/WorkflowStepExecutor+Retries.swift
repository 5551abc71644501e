import JSONText

extension WorkflowStepExecutor {
  /// The result of one attempt to run a step.
  private struct StepAttempt: Sendable {
    var state: StepState
    var progress: WorkflowProgress
    var values: JSONValue?
    var plan: DryRunPlan?
    /// The secrets to mask in errors of the call.
    var secrets: SecretMasker?

    init(_ state: StepState, _ progress: WorkflowProgress) {
      self.state = state
      self.progress = progress
    }

    init(_ error: Failure, _ progress: WorkflowProgress) {
      self.init(StepState(status: .failed, error: error), progress)
    }
  }

  /// Runs a step, retrying it after failures as its error policy allows.
  func performWithRetries(
    _ step: WorkflowStep,
    _ progress: inout WorkflowProgress,
    _ location: StepLocation
  ) async -> StepState {
    var number = 1
    var delay = step.onError.retry?.delay ?? .zero
    while true {
      note(location, .begins(attempt: number)) { $0.intent = step.intent }
      let attempt = await attempt(step, progress, location)
      progress = attempt.progress
      let state = attempt.state
      guard let retry = step.onError.retry, number <= retry.limit, !engine.isDryRun,
        state.status == .failed || state.status == .timeout, !Task.isCancelled
      else {
        progress.counts.count(state.status, isCall: step.intent != nil)
        return state
      }
      note(location, .retries(attempt: number, after: delay))
      allowNextCall()
      try? await Task.sleep(for: delay)
      if Task.isCancelled { return StepState(status: .cancelled, error: .cancelled) }
      delay = delay * retry.backoff
      number += 1
    }
  }

  private func attempt(
    _ step: WorkflowStep,
    _ progress: WorkflowProgress,
    _ location: StepLocation
  ) async -> StepAttempt {
    let start = ContinuousClock.now
    var (attempt, didTimeOut) = await Timeout.perform(within: step.timeout) {
      await perform(step.action, progress, location)
    }
    // A step that succeeded although it exceeded its time limit still counts as done.
    if didTimeOut, let limit = step.timeout, attempt.state.status.isFailure {
      attempt.state = StepState(status: .timeout, error: .stepTimedOut(after: limit))
    }
    let error = attempt.state.error
    let masked = error.flatMap { attempt.secrets?.masked($0) } ?? error
    note(location, .ends(attempt.state.status), error: masked) { event in
      event.intent = step.intent
      event.values = attempt.values
      event.plan = attempt.plan
      event.duration = engine.isDryRun ? nil : ContinuousClock.now - start
    }
    return attempt
  }

  private func perform(
    _ action: WorkflowStep.Action,
    _ progress: WorkflowProgress,
    _ location: StepLocation
  ) async -> StepAttempt {
    switch action {
    case .call(let call): return await perform(call, progress, location)
    case .steps(let steps): return await perform(steps, progress, location)
    case .fail(let sentence):
      do throws(Failure) {
        let sentence = try WorkflowEvaluator(scope: progress.scope).value(sentence).json
        guard let text = sentence.string else { throw .notScalar(sentence) }
        throw .explicit(text)
      } catch {
        return StepAttempt(error, progress)
      }
    }
  }

  /// Runs nested steps and combines their results.
  private func perform(
    _ steps: [WorkflowStep],
    _ progress: WorkflowProgress,
    _ location: StepLocation
  ) async -> StepAttempt {
    var progress = progress
    for step in steps {
      guard let stepFailure = await perform(step, &progress, location) else { continue }
      return StepAttempt(StepState(status: stepFailure.status, error: stepFailure.error), progress)
    }
    let results = steps.map { step in
      (step.id, progress.scope.steps[step.id]?.result ?? PartialValue(.null))
    }
    return StepAttempt(StepState(status: .ok, result: PartialValue(members: results)), progress)
  }

  private func perform(
    _ call: WorkflowCall,
    _ progress: WorkflowProgress,
    _ location: StepLocation
  ) async -> StepAttempt {
    let evaluation = WorkflowEvaluator(scope: progress.scope)
    do throws(Failure) {
      let values = try evaluation.value(call.values)
      let key = try call.key.map { key throws(Failure) in try evaluation.value(key) }
      let definition = registeredIntents[call.intent]?.definition
      if definition == nil, call.isOptional {
        return StepAttempt(StepState(status: .skipped), progress)
      }
      var attempt = StepAttempt(StepState(status: .unknown, result: .unknown), progress)
      let secrets = secrets.adding(values.json, of: definition)
      attempt.secrets = secrets
      attempt.values = secrets.masked(values.json)
      let canRun = location.isCertain || definition?.effects.readOnly == true
      guard values.isKnown, key?.isKnown ?? true, canRun else {
        if location.isCertain { attempt.state = StepState(status: .planned, result: .unknown) }
        return attempt
      }
      if let key, key.json.string == nil { throw .notScalar(key.json) }
      if registeredIntents[call.intent]?.allowsConcurrentCalls == true { allowNextCall() }
      let step = ParentStep(log: log, path: location.path, secrets: secrets)
      let outcome = await engine.within(engine.isDryRun ? nil : step).perform(
        IntentCall(call.intent, with: values.json.object ?? [:], key: key?.json.string),
        from: source,
        allowNextCall: allowNextCall
      )
      attempt.plan = outcome.result?.plan
      attempt.state = Self.state(of: outcome, isReadOnly: definition?.effects.readOnly == true)
      return attempt
    } catch {
      return StepAttempt(error, progress)
    }
  }

  private static func state(of outcome: Outcome, isReadOnly: Bool) -> StepState {
    switch outcome {
    case .ok(let answer):
      return StepState(
        status: .ok,
        result: PartialValue(.object(answer.value)),
        dialog: answer.notice.sentences
      )
    case .planned(let answer):
      let isKnown = answer.plan?.isResultKnown ?? true
      let result = isKnown ? PartialValue(.object(answer.value)) : .unknown
      // A read-only call really runs even in a dry run, so its status is `ok`.
      return StepState(
        status: isReadOnly ? .ok : .planned,
        result: result,
        dialog: answer.markedAsDryRun(false).notice.sentences
      )
    case .failed(let failure) where failure.kind == .timeout:
      return StepState(status: .timeout, error: failure)
    case .failed(let failure):
      // A cancelled task that was waiting for a lock sees `busy`, so report the cancellation.
      return StepState(status: Task.isCancelled ? .cancelled : .failed, error: failure)
    case .needsInput(let request):
      let failure = Failure(code: outcome.status, message: request.message)
      return StepState(status: .failed, error: failure)
    }
  }
}

extension WorkflowStep {
  /// The intent that the step calls; nil if it doesn't call one directly.
  var intent: String? {
    if case .call(let call) = action { call.intent } else { nil }
  }
}
