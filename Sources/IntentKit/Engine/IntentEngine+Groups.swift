import JSONText

extension IntentEngine {
  /// Does calls in order, each seeing what those before it did, and makes it all last at once.
  ///
  /// - Returns: The outcomes of the first calls, at least of one; the caller goes on with the rest.
  ///   By `allOrNothing` those of all, or up to one that failed; then none was done. Calls that
  ///   cannot be done together have one outcome.
  public func performGroup(
    _ calls: [BatchCall],
    as rule: GroupFailurePolicy,
    from source: CallSource
  ) async -> [Outcome] {
    let start = ContinuousClock.now
    let outcomes = await outcomes(of: calls, as: rule, from: source)
    for (step, outcome) in zip(calls, outcomes) {
      outcome.log(step.call.intent, from: source, took: .now - start)
    }
    return outcomes
  }

  private func outcomes(
    of calls: [BatchCall],
    as rule: GroupFailurePolicy,
    from source: CallSource
  ) async -> [Outcome] {
    let group = await group(calls, as: rule, from: source)
    guard let first = group.calls.first else {
      return group.problem.map { [$0.outcome] } ?? []
    }
    if let problem = group.problem, case .allOrNothing = rule {
      // Those before it are said to go well, and none of them is done.
      return group.calls.map { _ in .ok(IntentResult([:], dialog: "")) } + [problem.outcome]
    }
    var context = CallGroupContext(rule: rule, now: clock, source: source)
    (context.chain, context.engine) = (chain, self)
    context.collectsEvents = await hasWaitingHooks(of: group.calls.map(\.call))
    do throws(IntentError) {
      let results = try await providers[first.provider]
        .performGroup(group.calls.map(\.call), in: context)
      var outcomes: [Outcome] = []
      for (found, result) in zip(group.calls, results) {
        var notes = found.notes
        if case .success(let answer) = result {
          let isAlone = group.calls.count == 1
          let isTogether = if case .allOrNothing = rule, !isAlone { true } else { false }
          notes += await notifyHooks(answer.events, of: isTogether ? nil : found.call, from: source)
        }
        outcomes.append(outcome(result.addingNotes(notes)))
      }
      return outcomes
    } catch {
      if case .allOrNothing = rule { return [error.outcome] }
      return group.calls.map { _ in error.outcome }
    }
  }

  /// The first calls that one provider has, and what is the matter with the one after them.
  ///
  /// A call with hooks ahead of it is a group of its own, so that they see what came before it,
  /// unless all are done or none.
  private func group(
    _ calls: [BatchCall],
    as rule: GroupFailurePolicy,
    from source: CallSource
  ) async -> (calls: [ResolvedCall], problem: IntentError?) {
    let isTogether = if case .allOrNothing = rule { true } else { false }
    var group: [ResolvedCall] = []
    for step in calls {
      do throws(IntentError) {
        var found = try await resolve(step.call, from: source)
        found.call.position = step.position
        if let first = group.first, first.provider != found.provider {
          if isTogether { throw .atomicGroupUnsupported(step.call.intent) }
          break
        }
        let isHooked = await !hooks(of: found.call, .before).isEmpty
        if isHooked, !isTogether, !group.isEmpty { break }
        group.append(try await applyBeforeHooks(to: found, from: source))
        if isHooked, !isTogether { break }
      } catch {
        return (group, error)
      }
    }
    return (group, nil)
  }
}

extension Result<IntentResult, IntentError> {
  fileprivate func addingNotes(_ notes: [String]) -> Self { map { $0.addingNotes(notes) } }
}
