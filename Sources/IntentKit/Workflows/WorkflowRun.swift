import JSONText

/// Does the steps of a workflow, one after the other.
struct WorkflowRun: Sendable {
  typealias StepState = WorkflowScope.StepState

  /// Does the calls, as part of the run.
  let engine: IntentEngine
  /// The intents that are called, by their ids.
  let offers: [String: IntentOffer]
  let door: Door
  let log: any WorkflowLog
  let secrets: WorkflowSecrets
  /// Lets what came after the run begin, as it waits for something else.
  let release: @Sendable () -> Void
  let report: @Sendable (_ part: Double, _ message: String?) -> Void

  /// What ended steps before their end.
  struct Ending: Sendable {
    let step: String
    let status: StepStatus
    let error: OutcomeError
  }

  /// How far steps came.
  struct Course: Sendable {
    var scope: WorkflowScope
    /// Nil where all went as it should.
    var ending: Ending?
    var counts = StepCounts()

    /// Notes how it came to its end.
    ///
    /// - Parameter overdue: what is told where its time was over before; nil where it was not.
    mutating func finish(overdue: OutcomeError?) {
      let isOverdue = ending != nil && overdue != nil
      scope.status = isOverdue ? .timeout : ending?.status ?? .ok
      scope.error = isOverdue ? overdue : ending?.error
    }
  }

  /// Where a step is done.
  struct Place: Sendable {
    /// The ids of the steps around it, and the numbers of their items.
    var path: [JSONValue] = []
    /// Whether it is known that it is done at all.
    var isCertain = true

    func within(_ part: JSONValue) -> Place { Place(path: path + [part], isCertain: isCertain) }
  }

  /// Does the steps of a whole workflow.
  func perform(_ steps: [WorkflowStep], _ scope: WorkflowScope) async -> Course {
    var course = Course(scope: scope)
    for (index, step) in steps.enumerated() {
      report(Double(index) / Double(steps.count), step.id)
      course.ending = await perform(step, &course, Place())
      if course.ending != nil { break }
    }
    return course
  }

  /// Does a step and notes what became of it.
  ///
  /// - Returns: What ends the steps; nil to go on.
  func perform(_ step: WorkflowStep, _ course: inout Course, _ place: Place) async -> Ending? {
    if Task.isCancelled { return Ending(step: step.id, status: .cancelled, error: .cancelled) }
    let place = place.within(.string(step.id))
    let state: StepState
    if let loop = step.loop, step.isEnabled {
      state = await each(of: loop, step, &course, place)
    } else {
      state = await once(step, &course, place)
    }
    course.scope.note(state, of: step.id)
    guard state.status.isFailure, state.status == .cancelled || !step.onError.goesOn else {
      return nil
    }
    return Ending(step: step.id, status: state.status, error: state.error ?? .cancelled)
  }

  /// Does a step if its condition holds.
  private func once(
    _ step: WorkflowStep,
    _ course: inout Course,
    _ place: Place
  ) async -> StepState {
    var place = place
    do throws(WorkflowFault) {
      let holds = try step.condition.map { condition throws(WorkflowFault) in
        try WorkflowEvaluation(scope: course.scope).holds(condition)
      }
      if holds == false || !step.isEnabled {
        course.counts.skipped += 1
        note(place, .ends(.skipped))
        return StepState(status: .skipped)
      }
      if case .some(nil) = holds { place.isCertain = false }
    } catch {
      note(place, .ends(.failed), error: error.error)
      return StepState(status: .failed, error: error.error)
    }
    let state = await attempts(step, &course, place)
    // What may well not be done ends nothing.
    if state.status.isFailure, engine.isRehearsal, !place.isCertain {
      return StepState(status: .unknown, result: .unknown)
    }
    return state
  }

  /// Does a step for each item of a list, in its order.
  private func each(
    of loop: WorkflowStep.Loop,
    _ step: WorkflowStep,
    _ course: inout Course,
    _ place: Place
  ) async -> StepState {
    let state: StepState
    do throws(WorkflowFault) {
      if let items = try items(of: loop, course.scope) {
        state = await each(items, step, &course, place)
      } else {
        state = await any(step, &course, place)
      }
    } catch {
      state = StepState(status: .failed, error: error.error)
    }
    note(place, .ends(state.status), error: state.error)
    return state
  }

  /// Shows a step once that would be done for items which are not known.
  private func any(
    _ step: WorkflowStep,
    _ course: inout Course,
    _ place: Place
  ) async -> StepState {
    var inner = course
    inner.scope = course.scope.within(.unknown, at: .unknown)
    var place = place.within(WorkflowDatum.mark)
    place.isCertain = false
    _ = await once(step, &inner, place)
    course.counts = inner.counts
    return StepState(status: .unknown, result: .unknown)
  }

  private func each(
    _ items: [WorkflowDatum],
    _ step: WorkflowStep,
    _ course: inout Course,
    _ place: Place
  ) async -> StepState {
    var results: [WorkflowDatum] = []
    var failed: [(index: Int, error: OutcomeError)] = []
    for (index, item) in items.enumerated() {
      if Task.isCancelled { return StepState(status: .cancelled, error: .cancelled) }
      let number = JSONValue.number(JSONNumber(index))
      var inner = course
      inner.scope = course.scope.within(item, at: WorkflowDatum(number))
      let state = await once(step, &inner, place.within(number))
      course.counts = inner.counts
      results.append(state.result ?? WorkflowDatum(.null))
      if state.status.isFailure {
        if state.status == .cancelled || !step.onError.goesOn { return state }
        failed.append((index, state.error ?? .cancelled))
      }
    }
    let result = WorkflowDatum(list: results)
    guard let first = failed.first else { return StepState(status: .ok, result: result) }
    let fault = WorkflowFault.elements(
      failed: failed.map(\.index),
      count: items.count,
      first: first.error
    )
    return StepState(status: .failed, result: result, error: fault.error)
  }

  /// The items of a loop; nil where they are not known.
  private func items(
    of loop: WorkflowStep.Loop,
    _ scope: WorkflowScope
  ) throws(WorkflowFault) -> [WorkflowDatum]? {
    let list = try WorkflowEvaluation(scope: scope).value(loop.items)
    if list == .unknown { return nil }
    guard let items = list.elements else { throw .notList(list.json) }
    if items.count > loop.limit { throw .tooMany(count: items.count, limit: loop.limit) }
    return items
  }

  func note(
    _ place: Place,
    _ kind: WorkflowEvent.Kind,
    error: OutcomeError? = nil,
    also: (inout WorkflowEvent) -> Void = { _ in }
  ) {
    var event = WorkflowEvent(place.path, kind)
    event.error = error.map(secrets.masked)
    event.isCertain = place.isCertain
    also(&event)
    log.note(event)
  }
}

extension OutcomeError {
  /// What a step came to that was not to be done any more.
  static let cancelled = OutcomeError(
    .failure,
    code: Outcome.cancelled.status,
    message: Outcome.cancelled.sentence
  )
}
