extension IntentEngine {
  /// The hooks that are done for a call; those that led to it are not done once more.
  func hooks(of call: ValidatedCall, _ phase: Workflow.Hook.Phase) async -> [Workflow] {
    let definition = call.definition
    let events = phase == .before ? definition.beforeEvents : definition.events
    guard let hooks, !events.isEmpty, chain.hooks.count < CallChain.maximumHookDepth else {
      return []
    }
    return await hooks.hooks(of: events, phase).filter { !chain.hooks.contains($0.id) }
  }

  /// Whether hooks wait for what calls make happen.
  func hasWaitingHooks(of calls: [ValidatedCall]) async -> Bool {
    if hooks == nil || isDryRun { return false }
    for call in calls where await !hooks(of: call, .after).isEmpty { return true }
    return false
  }

  /// The call as the hooks ahead of it make it.
  ///
  /// - Throws: `IntentError.failed` where one of them refuses it.
  func applyBeforeHooks(to found: ResolvedCall, from source: CallSource) async throws(IntentError)
    -> ResolvedCall
  {
    var found = found
    found.notes += await self.hooks?.problems(of: found.call.definition.beforeEvents) ?? []
    let hooks = await hooks(of: found.call, .before)
    if hooks.isEmpty { return found }
    // What was answered before is answered again, whatever hooks say by now.
    if let key = found.call.key, try await providers[found.provider].storedResult(for: key) != nil {
      return found
    }
    for hook in hooks {
      let event = HookEvent(hook.hook?.event ?? "", before: found.call, from: source, chain: chain)
      switch try await HookRunner(hook: hook, engine: self).verdict(on: found.call, event) {
      case .proceed(let values):
        if values == found.call.values { continue }
        found.call = found.call.with(values)
        found.notes.append("The hook \(hook.id.quoted) changed what was asked for.")
      case .refuse(let error): throw error
      case .skip(let note): found.notes.append(note)
      }
    }
    if Task.isCancelled { throw .cancelled }
    return found
  }

  /// Hands over what a call made happen, for the hooks that wait for it.
  ///
  /// - Parameter call: nil where several made it happen together.
  /// - Returns: A sentence for each hook that can't run, since its steps are wrong.
  func notifyHooks(
    _ events: [IntentEvent],
    of call: ValidatedCall?,
    from source: CallSource
  ) async -> [String] {
    guard let hooks, !events.isEmpty else { return [] }
    await hooks.enqueue(events.map { HookEvent($0, of: call, from: source, chain: chain) })
    return await problems(ofHooksAfter: events.map(\.name))
  }

  private func problems(ofHooksAfter events: [String]) async -> [String] {
    guard let hooks, chain.hooks.count < CallChain.maximumHookDepth else { return [] }
    var problems: [String] = []
    for hook in await hooks.hooks(of: events, .after) where !chain.hooks.contains(hook.id) {
      do throws(IntentError) {
        try await review(hook)
      } catch {
        problems.append("The hook \(hook.id.quoted) can't run: \(error.outcome.sentence)")
      }
    }
    return problems
  }

  /// Does the hooks that wait for an event.
  public func performHooks(after event: HookEvent) async {
    guard let hooks, event.chain.count < CallChain.maximumHookDepth else { return }
    for hook in await hooks.hooks(of: [event.name], .after) where !event.chain.contains(hook.id) {
      do throws(IntentError) {
        try await HookRunner(hook: hook, engine: self).perform(after: event)
      } catch .invalidWorkflow(let problems, let file) {
        // It was not begun, and nobody waits for an answer.
        let log = try? await runs.begin(hook, at: clock(), timeout: .zero, isTraced: true) {}
        let error = OutcomeError(.invalidWorkflow(problems, file: file))
        log?.end(.failed, error: error)
      } catch {
        // What became of it stands in its trace.
      }
    }
  }
}
