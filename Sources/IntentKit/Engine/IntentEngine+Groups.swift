import JSONText

extension IntentEngine {
  /// Runs calls in order and commits their changes together.
  ///
  /// Each call sees the changes of earlier ones. Unless the rule is `allOrNothing`, this method may
  /// stop after any call; the caller then passes the remaining calls to this method again.
  ///
  /// - Parameter failedCalls: The indices of the batch's calls that failed since its last change.
  /// - Returns: One outcome for each call handled, at least one. If the rule is `allOrNothing` and
  ///   the last outcome is a failure, no call took effect.
  public func performGroup(
    _ calls: [BatchCall],
    as rule: CallGroupFailurePolicy,
    from source: CallSource,
    after failedCalls: [Int] = []
  ) async -> [Outcome] {
    let start = ContinuousClock.now
    let outcomes = await outcomes(of: calls, as: rule, from: source, after: failedCalls)
    if case .allOrNothing = rule, let failed = outcomes.last, failed.error != nil {
      // The calls before it were rolled back or didn't run.
      failed.log(calls[outcomes.count - 1].call.intent, from: source, took: .now - start)
      return outcomes
    }
    for (step, outcome) in zip(calls, outcomes) {
      outcome.log(step.call.intent, from: source, took: .now - start)
    }
    return outcomes
  }

  private func outcomes(
    of calls: [BatchCall],
    as rule: CallGroupFailurePolicy,
    from source: CallSource,
    after failedCalls: [Int]
  ) async -> [Outcome] {
    let group = await group(calls, as: rule, from: source)
    guard let first = group.calls.first else {
      return group.problem.map { [.failed($0)] } ?? []
    }
    if let problem = group.problem, case .allOrNothing = rule {
      // The earlier calls are valid but didn't run. Callers use only the failure, which is the last
      // outcome.
      return group.calls.map { _ in .ok(IntentResult([:], dialog: "")) } + [.failed(problem)]
    }
    var context = CallGroupContext(rule: rule, now: clock, source: source)
    (context.chain, context.engine) = (chain, self)
    context.failedCalls = failedCalls
    context.collectsEvents = await hasWaitingHooks(of: group.calls.map(\.call))
    do throws(Failure) {
      let results = try await providers[first.provider]
        .performNext(group.calls.map(\.call), in: context)
      var outcomes: [Outcome] = []
      for (found, result) in zip(group.calls, results) {
        switch result {
        case .success(let answer):
          let isAlone = group.calls.count == 1
          let isAtomic = if case .allOrNothing = rule, !isAlone { true } else { false }
          let call = isAtomic ? nil : found.call
          let notes = await notifyHooks(answer.events, of: call, from: source)
          outcomes.append(outcome(answer.addingNotes(found.notes + notes)))
        case .failure(let error): outcomes.append(.failed(error))
        }
      }
      return outcomes
    } catch {
      if case .allOrNothing = rule { return [.failed(error)] }
      return group.calls.map { _ in .failed(error) }
    }
  }

  /// Returns as many of the first calls as one provider can run together.
  ///
  /// Also returns the problem of the call after the group, if it has one. Outside atomic batches, a
  /// call with `before` hooks gets a group of its own, so that its hooks see earlier changes.
  private func group(
    _ calls: [BatchCall],
    as rule: CallGroupFailurePolicy,
    from source: CallSource
  ) async -> (calls: [RoutedCall], problem: Failure?) {
    let isAtomic = if case .allOrNothing = rule { true } else { false }
    var group: [RoutedCall] = []
    for step in calls {
      do throws(Failure) {
        var found = try await resolve(step.call, from: source)
        found.call.position = step.position
        if let first = group.first, first.provider != found.provider {
          if isAtomic { throw .atomicGroupUnsupported(step.call.intent) }
          break
        }
        let isHooked = await !hooks(of: found.call, .before).isEmpty
        if isHooked, !isAtomic, !group.isEmpty { break }
        group.append(try await applyBeforeHooks(to: found, from: source))
        if isHooked, !isAtomic { break }
      } catch {
        return (group, error)
      }
    }
    return (group, nil)
  }
}
