extension IntentEngine {
  /// The hooks that are done for a call; those that led to it are not done once more.
  func hooks(of call: CheckedCall, _ phase: Workflow.Hook.Phase) async -> [Workflow] {
    let definition = call.definition
    let events = phase == .before ? definition.announces : definition.events
    guard let hooks, !events.isEmpty, chain.hooks.count < CallChain.hookLimit else { return [] }
    return await hooks.hooks(of: events, phase).filter { !chain.hooks.contains($0.id) }
  }

  /// Whether hooks wait for what calls make happen.
  func hasListeners(of calls: [CheckedCall]) async -> Bool {
    if hooks == nil || isRehearsal { return false }
    for call in calls where await !hooks(of: call, .after).isEmpty { return true }
    return false
  }

  /// The call as the hooks ahead of it make it.
  ///
  /// - Throws: `IntentError.failed` where one of them refuses it.
  func prepared(_ found: FoundCall, from door: Door) async throws(IntentError) -> FoundCall {
    var found = found
    found.notes += await self.hooks?.problems(of: found.call.definition.announces) ?? []
    let hooks = await hooks(of: found.call, .before)
    if hooks.isEmpty { return found }
    // What was answered before is answered again, whatever hooks say by now.
    if let key = found.call.key, try await providers[found.provider].kept(key) != nil {
      return found
    }
    for hook in hooks {
      let event = HookEvent(hook.hook?.event ?? "", ahead: found.call, from: door, chain: chain)
      switch try await HookRun(hook: hook, engine: self).verdict(on: found.call, event) {
      case .go(let values):
        if values == found.call.values { continue }
        found.call = found.call.with(values)
        found.notes.append("The hook \(hook.id.quoted) changed what was asked for.")
      case .refuse(let error): throw error
      case .without(let note): found.notes.append(note)
      }
    }
    if Task.isCancelled { throw .cancelled }
    return found
  }

  /// Hands over what a call made happen, for the hooks that wait for it.
  ///
  /// - Parameter call: nil where several made it happen together.
  /// - Returns: A sentence for each hook that can't run, since its steps are wrong.
  func tell(
    _ events: [IntentEvent],
    of call: CheckedCall?,
    from door: Door
  ) async -> [String] {
    guard let hooks, !events.isEmpty else { return [] }
    await hooks.take(events.map { HookEvent($0, of: call, from: door, chain: chain) })
    return await problems(ofHooksAfter: events.map(\.name))
  }

  private func problems(ofHooksAfter events: [String]) async -> [String] {
    guard let hooks, chain.hooks.count < CallChain.hookLimit else { return [] }
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
    guard let hooks, event.chain.count < CallChain.hookLimit else { return }
    for hook in await hooks.hooks(of: [event.name], .after) where !event.chain.contains(hook.id) {
      do throws(IntentError) {
        try await HookRun(hook: hook, engine: self).perform(after: event)
      } catch .invalidWorkflow(let problems, let file) {
        // It was not begun, and nobody waits for an answer.
        let log = try? await runs.begin(hook, at: clock(), patience: .zero, isTraced: true) {}
        let error = OutcomeError(.invalidWorkflow(problems, file: file))
        log?.end(.failed, error: error)
      } catch {
        // What became of it stands in its trace.
      }
    }
  }
}
