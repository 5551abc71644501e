import JSONText

extension IntentEngine {
  /// Does calls in order, each seeing what those before it did, and makes it all last at once.
  ///
  /// - Returns: The outcomes of the first calls, at least of one; the caller goes on with the rest.
  ///   By `allOrNothing` those of all, or up to one that failed; then none was done. Calls that
  ///   cannot be done together have one outcome.
  public func performGroup(
    _ calls: [BatchCall],
    as rule: GroupRule,
    from door: Door
  ) async -> [Outcome] {
    let start = ContinuousClock.now
    let outcomes = await outcomes(of: calls, as: rule, from: door)
    for (step, outcome) in zip(calls, outcomes) {
      outcome.log(step.call.intent, from: door, took: .now - start)
    }
    return outcomes
  }

  private func outcomes(
    of calls: [BatchCall],
    as rule: GroupRule,
    from door: Door
  ) async -> [Outcome] {
    let group = await group(calls, as: rule, from: door)
    guard let first = group.calls.first else {
      return group.problem.map { [$0.outcome] } ?? []
    }
    if let problem = group.problem, case .allOrNothing = rule {
      // Those before it are said to go well, and none of them is done.
      return group.calls.map { _ in .ok(Answer([:], dialog: "")) } + [problem.outcome]
    }
    var context = GroupContext(rule: rule, now: clock, door: door)
    (context.chain, context.engine) = (chain, self)
    context.wantsEvents = await hasListeners(of: group.calls.map(\.call))
    do throws(IntentError) {
      let results = try await providers[first.provider]
        .performGroup(group.calls.map(\.call), in: context)
      var outcomes: [Outcome] = []
      for (found, result) in zip(group.calls, results) {
        var notes = found.notes
        if case .success(let answer) = result {
          let isAlone = group.calls.count == 1
          let isTogether = if case .allOrNothing = rule, !isAlone { true } else { false }
          notes += await tell(answer.events, of: isTogether ? nil : found.call, from: door)
        }
        outcomes.append(outcome(result.noting(notes)))
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
    as rule: GroupRule,
    from door: Door
  ) async -> (calls: [FoundCall], problem: IntentError?) {
    let isTogether = if case .allOrNothing = rule { true } else { false }
    var group: [FoundCall] = []
    for step in calls {
      do throws(IntentError) {
        var found = try await find(step.call, from: door)
        found.call.place = step.place
        if let first = group.first, first.provider != found.provider {
          if isTogether { throw .notTogether(step.call.intent) }
          break
        }
        let isHooked = await !hooks(of: found.call, .before).isEmpty
        if isHooked, !isTogether, !group.isEmpty { break }
        group.append(try await prepared(found, from: door))
        if isHooked, !isTogether { break }
      } catch {
        return (group, error)
      }
    }
    return (group, nil)
  }
}

extension Result<Answer, IntentError> {
  fileprivate func noting(_ notes: [String]) -> Self { map { $0.noting(notes) } }
}
