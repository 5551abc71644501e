import JSONText

extension WorkflowRun {
  /// What an attempt came to.
  private struct Attempt: Sendable {
    var state: StepState
    var course: Course
    var values: JSONValue?
    var plan: Plan?
    /// What is not to be told of the call.
    var secrets: WorkflowSecrets?

    init(_ state: StepState, _ course: Course) {
      self.state = state
      self.course = course
    }

    init(_ fault: WorkflowFault, _ course: Course) {
      self.init(StepState(status: .failed, error: fault.error), course)
    }
  }

  /// Tries a step until it is done, or as often as its rule has it.
  func attempts(_ step: WorkflowStep, _ course: inout Course, _ place: Place) async -> StepState {
    var number = 1
    var delay = step.onError.retry?.delay ?? .zero
    while true {
      note(place, .begins(attempt: number)) { $0.intent = step.intent }
      let attempt = await attempt(step, course, place)
      course = attempt.course
      let state = attempt.state
      guard let retry = step.onError.retry, number <= retry.limit, !engine.isRehearsal,
        state.status == .failed || state.status == .timeout, !Task.isCancelled
      else {
        course.counts.count(state.status, isCall: step.intent != nil)
        return state
      }
      note(place, .retries(attempt: number, after: delay))
      release()
      try? await Task.sleep(for: delay)
      if Task.isCancelled { return StepState(status: .cancelled, error: .cancelled) }
      delay = delay * retry.backoff
      number += 1
    }
  }

  private func attempt(
    _ step: WorkflowStep,
    _ course: Course,
    _ place: Place
  ) async -> Attempt {
    let start = ContinuousClock.now
    var (attempt, isOverdue) = await TimeLimit.perform(within: step.timeout) {
      await perform(step.action, course, place)
    }
    // What was done in spite of its limit is done.
    if isOverdue, let limit = step.timeout, attempt.state.status.isFailure {
      attempt.state = StepState(status: .timeout, error: .overdue(limit))
    }
    let error = attempt.state.error
    let told = error.flatMap { attempt.secrets?.masked($0) } ?? error
    note(place, .ends(attempt.state.status), error: told) { event in
      event.intent = step.intent
      event.values = attempt.values
      event.plan = attempt.plan
      event.duration = engine.isRehearsal ? nil : ContinuousClock.now - start
    }
    return attempt
  }

  private func perform(
    _ action: WorkflowStep.Action,
    _ course: Course,
    _ place: Place
  ) async -> Attempt {
    switch action {
    case .call(let call): return await perform(call, course, place)
    case .steps(let steps): return await perform(steps, course, place)
    case .fail(let sentence):
      do throws(WorkflowFault) {
        let sentence = try WorkflowEvaluation(scope: course.scope).value(sentence).json
        guard let text = sentence.string else { throw .notScalar(sentence) }
        throw .told(text)
      } catch {
        return Attempt(error, course)
      }
    }
  }

  /// Does the steps of a step, whose result is made of theirs.
  private func perform(
    _ steps: [WorkflowStep],
    _ course: Course,
    _ place: Place
  ) async -> Attempt {
    var course = course
    for step in steps {
      guard let ending = await perform(step, &course, place) else { continue }
      return Attempt(StepState(status: ending.status, error: ending.error), course)
    }
    let results = steps.map { step in
      (step.id, course.scope.steps[step.id]?.result ?? WorkflowDatum(.null))
    }
    return Attempt(StepState(status: .ok, result: WorkflowDatum(members: results)), course)
  }

  private func perform(
    _ call: WorkflowCall,
    _ course: Course,
    _ place: Place
  ) async -> Attempt {
    let evaluation = WorkflowEvaluation(scope: course.scope)
    do throws(WorkflowFault) {
      let values = try evaluation.value(call.values)
      let key = try call.key.map { key throws(WorkflowFault) in try evaluation.value(key) }
      let definition = offers[call.intent]?.definition
      if definition == nil, call.isOptional {
        return Attempt(StepState(status: .skipped), course)
      }
      var attempt = Attempt(StepState(status: .unknown, result: .unknown), course)
      let secrets = secrets.adding(values.json, of: definition)
      attempt.secrets = secrets
      attempt.values = secrets.masked(values.json)
      let isSure = place.isCertain || definition?.effects.readOnly == true
      guard values.isKnown, key?.isKnown ?? true, isSure else {
        if place.isCertain { attempt.state = StepState(status: .planned, result: .unknown) }
        return attempt
      }
      if let key, key.json.string == nil { throw .notScalar(key.json) }
      if offers[call.intent]?.mayOvertake == true { release() }
      let step = OuterStep(log: log, path: place.path, secrets: secrets)
      let outcome = await engine.within(engine.isRehearsal ? nil : step).perform(
        Call(call.intent, with: values.json.object ?? [:], key: key?.json.string),
        from: door,
        release: release
      )
      attempt.plan = outcome.answer?.plan
      attempt.state = Self.state(of: outcome, isRead: definition?.effects.readOnly == true)
      return attempt
    } catch {
      return Attempt(error, course)
    }
  }

  private static func state(of outcome: Outcome, isRead: Bool) -> StepState {
    switch outcome {
    case .ok(let answer):
      return StepState(
        status: .ok,
        result: WorkflowDatum(.object(answer.value)),
        dialog: answer.dialog
      )
    case .planned(let answer):
      let isTold = answer.plan?.tellsValue ?? true
      let result = isTold ? WorkflowDatum(.object(answer.value)) : .unknown
      // What changes nothing was done, and not only planned.
      return StepState(
        status: isRead ? .ok : .planned,
        result: result,
        dialog: answer.plannedDialog
      )
    case .timeout(let error): return StepState(status: .timeout, error: error)
    case .cancelled where Task.isCancelled:
      return StepState(status: .cancelled, error: .cancelled)
    case .busy(let error), .failed(let error):
      // Who stops waiting for something, since it is not wanted any more, finds it busy.
      let status: StepStatus = Task.isCancelled ? .cancelled : .failed
      return StepState(status: status, error: error)
    case .cancelled, .needsInput:
      let error = OutcomeError(.failure, code: outcome.status, message: outcome.sentence)
      return StepState(status: .failed, error: error)
    }
  }
}

extension WorkflowStep {
  /// The intent that it calls; nil where it calls none itself.
  var intent: String? {
    if case .call(let call) = action { call.intent } else { nil }
  }
}

extension OutcomeError {
  fileprivate static func overdue(_ limit: Duration) -> OutcomeError {
    OutcomeError(
      .failure,
      code: "timeout",
      message: "It took longer than \(limit.milliseconds) ms."
    )
  }
}
