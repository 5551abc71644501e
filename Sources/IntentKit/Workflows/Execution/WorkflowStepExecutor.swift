import JSONText

/// Runs the steps of a workflow in order.
struct WorkflowStepExecutor: Sendable {
  typealias StepState = WorkflowScope.StepState

  /// The engine that runs the calls of the steps.
  let engine: IntentEngine
  /// The intents that the steps call, by ID.
  let registeredIntents: [String: RegisteredIntent]
  let source: CallSource
  let log: any WorkflowLog
  let secrets: SecretMasker
  /// A function that lets the client's next call start while this run is waiting.
  let allowNextCall: @Sendable () -> Void
  let report: @Sendable (_ part: Double, _ message: String?) -> Void

  /// The failure that ended the steps early.
  struct StepFailure: Sendable {
    let step: String
    let status: StepStatus
    let error: Failure
  }

  /// The state of a workflow run after some of its steps.
  struct WorkflowProgress: Sendable {
    var scope: WorkflowScope
    /// The failure that ended the run; nil if there was none.
    var stepFailure: StepFailure?
    var counts = StepCounts()

    /// Sets the final status and error, which cleanup steps and the output can read.
    ///
    /// - Parameter timeoutError: The error to use if the time limit was exceeded. Nil if it wasn't.
    mutating func finish(timeoutError: Failure?) {
      let didTimeOut = stepFailure != nil && timeoutError != nil
      scope.status = didTimeOut ? .timeout : stepFailure?.status ?? .ok
      scope.error = didTimeOut ? timeoutError : stepFailure?.error
    }
  }

  /// The location of a step in a run.
  struct StepLocation: Sendable {
    /// The IDs of the enclosing steps and of the step itself, with item indices for loops.
    var path: [JSONValue] = []
    /// Whether the step is certain to run; in a dry run, that may depend on unknown values.
    var isCertain = true

    func within(_ part: JSONValue) -> StepLocation {
      StepLocation(path: path + [part], isCertain: isCertain)
    }
  }

  /// Runs the steps of a whole workflow.
  func perform(_ steps: [WorkflowStep], _ scope: WorkflowScope) async -> WorkflowProgress {
    var progress = WorkflowProgress(scope: scope)
    for (index, step) in steps.enumerated() {
      report(Double(index) / Double(steps.count), step.id)
      progress.stepFailure = await perform(step, &progress, StepLocation())
      if progress.stepFailure != nil { break }
    }
    return progress
  }

  /// Runs a step and records its state.
  ///
  /// - Returns: The failure that ends the run. Nil to continue.
  func perform(_ step: WorkflowStep, _ progress: inout WorkflowProgress, _ location: StepLocation)
    async
    -> StepFailure?
  {
    if Task.isCancelled { return StepFailure(step: step.id, status: .cancelled, error: .cancelled) }
    let location = location.within(.string(step.id))
    let state: StepState
    if let loop = step.loop, step.isEnabled {
      state = await performLoop(of: loop, step, &progress, location)
    } else {
      state = await performOnce(step, &progress, location)
    }
    progress.scope.note(state, of: step.id)
    guard state.status.isFailure, state.status == .cancelled || !step.onError.continuesOnError
    else {
      return nil
    }
    return StepFailure(step: step.id, status: state.status, error: state.error ?? .cancelled)
  }

  /// Runs a step once, ignoring its loop, if its condition is true or unknown.
  private func performOnce(
    _ step: WorkflowStep,
    _ progress: inout WorkflowProgress,
    _ location: StepLocation
  ) async -> StepState {
    var location = location
    do throws(Failure) {
      let holds = try step.condition.map { condition throws(Failure) in
        try WorkflowEvaluator(scope: progress.scope).holds(condition)
      }
      if holds == false || !step.isEnabled {
        progress.counts.skipped += 1
        note(location, .ends(.skipped))
        return StepState(status: .skipped)
      }
      if case .some(nil) = holds { location.isCertain = false }
    } catch {
      progress.counts.failed += 1
      note(location, .ends(.failed), error: error)
      return StepState(status: .failed, error: error)
    }
    let state = await performWithRetries(step, &progress, location)
    // In a dry run, the failure of a step that might not run in reality doesn't end the workflow.
    if state.status.isFailure, engine.isDryRun, !location.isCertain {
      return StepState(status: .unknown, result: .unknown)
    }
    return state
  }

  /// Runs a step for each item of a list, in order.
  private func performLoop(
    of loop: WorkflowStep.Loop,
    _ step: WorkflowStep,
    _ progress: inout WorkflowProgress,
    _ location: StepLocation
  ) async -> StepState {
    let state: StepState
    do throws(Failure) {
      if let items = try items(of: loop, progress.scope) {
        state = await performLoop(items, step, &progress, location)
      } else {
        state = await previewLoop(step, &progress, location)
      }
    } catch {
      progress.counts.failed += 1
      state = StepState(status: .failed, error: error)
    }
    note(location, .ends(state.status), error: state.error)
    return state
  }

  /// Plans the step of a loop once, because the items of the loop are unknown in this dry run.
  private func previewLoop(
    _ step: WorkflowStep,
    _ progress: inout WorkflowProgress,
    _ location: StepLocation
  ) async -> StepState {
    var inner = progress
    inner.scope = progress.scope.within(.unknown, at: .unknown)
    var location = location.within(PartialValue.unknownMarker)
    location.isCertain = false
    _ = await performOnce(step, &inner, location)
    progress.counts = inner.counts
    return StepState(status: .unknown, result: .unknown)
  }

  private func performLoop(
    _ items: [PartialValue],
    _ step: WorkflowStep,
    _ progress: inout WorkflowProgress,
    _ location: StepLocation
  ) async -> StepState {
    var results: [PartialValue] = []
    var failed: [(index: Int, error: Failure)] = []
    for (index, item) in items.enumerated() {
      if Task.isCancelled { return StepState(status: .cancelled, error: .cancelled) }
      let number = JSONValue.number(JSONNumber(index))
      var inner = progress
      inner.scope = progress.scope.within(item, at: PartialValue(number))
      let state = await performOnce(step, &inner, location.within(number))
      progress.counts = inner.counts
      results.append(state.result ?? PartialValue(.null))
      if state.status.isFailure {
        if state.status == .cancelled || !step.onError.continuesOnError { return state }
        failed.append((index, state.error ?? .cancelled))
      }
    }
    let result = PartialValue(list: results)
    guard let first = failed.first else { return StepState(status: .ok, result: result) }
    let error = Failure.itemsFailed(failed.map(\.index), of: items.count, first: first.error)
    return StepState(status: .failed, result: result, error: error)
  }

  /// Returns the items of a loop, or nil if they are unknown.
  private func items(
    of loop: WorkflowStep.Loop,
    _ scope: WorkflowScope
  ) throws(Failure) -> [PartialValue]? {
    let list = try WorkflowEvaluator(scope: scope).value(loop.items)
    if list == .unknown { return nil }
    guard let items = list.elements else { throw .notList(list.json) }
    if items.count > loop.limit { throw .tooManyItems(items.count, limit: loop.limit) }
    return items
  }

  func note(
    _ location: StepLocation,
    _ kind: WorkflowEvent.Kind,
    error: Failure? = nil,
    also: (inout WorkflowEvent) -> Void = { _ in }
  ) {
    var event = WorkflowEvent(location.path, kind)
    event.error = error.map(secrets.masked)
    event.isCertain = location.isCertain
    also(&event)
    log.note(event)
  }
}
