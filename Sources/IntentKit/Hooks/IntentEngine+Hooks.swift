extension IntentEngine {
  /// Returns the hooks to run before or after a call, except those that caused it.
  package func hooks(of call: ValidatedCall, _ phase: Workflow.Hook.HookPhase) async -> [Workflow] {
    let definition = call.definition
    let events = phase == .before ? definition.beforeEvents : definition.events
    guard let hooks, !events.isEmpty, chain.hooks.count < CallChain.maximumHookDepth else {
      return []
    }
    return await hooks.hooks(of: events, phase).filter { !chain.hooks.contains($0.id) }
  }

  /// Whether any `after` hooks would run for the events of these calls.
  package func hasWaitingHooks(of calls: [ValidatedCall]) async -> Bool {
    if hooks == nil || isDryRun { return false }
    for call in calls where await !hooks(of: call, .after).isEmpty { return true }
    return false
  }

  /// Returns the call after its `before` hooks have changed it.
  ///
  /// - Throws: `Failure` if a hook refuses the call.
  package func applyBeforeHooks(to found: RoutedCall, from source: CallSource) async throws(Failure)
    -> RoutedCall
  {
    var found = found
    found.notes += await self.hooks?.problems(of: found.call.definition.beforeEvents) ?? []
    let hooks = await hooks(of: found.call, .before)
    if hooks.isEmpty { return found }
    // A call whose idempotency key was already used returns its stored result, so hooks don't
    // apply.
    if let key = found.call.key,
      let provider = providers[found.provider] as? any TransactionalIntentProvider,
      try await provider.storedResult(for: key) != nil
    {
      return found
    }
    for hook in hooks {
      let event = HookEvent(hook.hook?.event ?? "", before: found.call, from: source, chain: chain)
      switch try await HookRunner(hook: hook, engine: self).verdict(on: found.call, event) {
      case .proceed(let values):
        if values == found.call.values { continue }
        found.call = found.call.with(values)
        found.notes.append(HookMessages.changedArguments(hook.id))
      case .refuse(let error): throw error
      case .skip(let note): found.notes.append(note)
      }
    }
    if Task.isCancelled { throw .cancelled }
    return found
  }

  /// Queues events for their `after` hooks.
  ///
  /// - Parameter call: The call that caused the events. Nil if several calls caused them together.
  /// - Returns: A sentence for each hook that can't run because its steps are invalid.
  package func notifyHooks(
    _ events: [IntentEvent],
    of call: ValidatedCall?,
    from source: CallSource
  ) async -> [Notice] {
    guard let hooks, !events.isEmpty else { return [] }
    await hooks.enqueue(events.map { HookEvent($0, of: call, from: source, chain: chain) })
    return await problems(ofHooksAfter: events.map(\.name))
  }

  private func problems(ofHooksAfter events: [String]) async -> [Notice] {
    guard let hooks, chain.hooks.count < CallChain.maximumHookDepth else { return [] }
    var problems: [Notice] = []
    for hook in await hooks.hooks(of: events, .after) where !chain.hooks.contains(hook.id) {
      do throws(Failure) {
        try await review(hook)
      } catch {
        problems.append(HookMessages.unusable(hook.id, error))
      }
    }
    return problems
  }

  /// Runs all `after` hooks for an event.
  public func performHooks(after event: HookEvent) async {
    guard let hooks, event.chain.count < CallChain.maximumHookDepth else { return }
    for hook in await hooks.hooks(of: [event.name], .after) where !event.chain.contains(hook.id) {
      var failure: Failure?
      do throws(Failure) {
        try await HookRunner(hook: hook, engine: self).perform(after: event)
      } catch {
        failure = error
      }
      // The hook's trace records the errors of a run. An invalid hook didn't run, and no caller
      // receives its error, so record it here.
      if let failure, !failure.problems.isEmpty {
        let log = try? await runs.begin(hook, at: clock(), timeout: .zero, isTraced: true) {}
        log?.end(.failed, error: failure)
      }
      if failure?.kind == .cancelled { continue }
      await hooks.recordEnd(of: hook, error: failure)
    }
  }
}
