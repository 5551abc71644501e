import JSONText

/// Runs a hook for an event.
struct HookRunner {
  let hook: Workflow
  let engine: IntentEngine

  /// The default time limits of `before` and `after` hooks that don't set `timeoutMs`.
  private static let limits = (before: Duration.seconds(2), after: Duration.seconds(60))

  /// A hook's decision about the call that is about to run.
  enum HookDecision {
    case proceed(JSONObject)
    case refuse(Failure)
    /// The call runs unchanged, because the hook failed or its result isn't known; the note says
    /// why.
    case skip(note: Notice)
  }

  /// Runs the hook before a call and returns its decision.
  ///
  /// - Throws: `Failure.cancelled` if the hook was cancelled.
  func verdict(
    on call: ValidatedCall,
    _ event: HookEvent
  ) async throws(Failure) -> HookDecision {
    do throws(Failure) {
      let answer = try await perform(event, limit: Self.limits.before)
      guard let changed = answer.value["with"]?.object else { return .proceed(call.values) }
      if answer.plan?.isResultKnown == false {
        return .skip(note: HookMessages.unknownResult(hook.id))
      }
      let values = call.values.merging(changed)
      let problems = SchemaValidator(call.definition.parameters).problems(in: .object(values))
      if let problem = problems.first {
        return failure(.invalidValue(problem))
      }
      return .proceed(values)
    } catch {
      if error.kind == .cancelled { throw error }
      if error.code == Failure.refusalCode {
        return .refuse(.refused(byHook: hook.id, error))
      }
      return failure(error)
    }
  }

  private func failure(_ error: Failure) -> HookDecision {
    hook.hook?.refusesOnFailure == true
      ? .refuse(.hookFailed(hook.id, error))
      : .skip(note: HookMessages.failed(hook.id, error))
  }

  /// Runs the hook after an event.
  ///
  /// No caller waits for the outcome, so it is only recorded in the hook's trace.
  func perform(after event: HookEvent) async throws(Failure) {
    _ = try await perform(event, limit: Self.limits.after)
  }

  private func perform(
    _ event: HookEvent,
    limit: Duration
  ) async throws(Failure) -> IntentResult {
    _ = try await WorkflowAnalysis(hook, among: engine.providers, now: engine.clock())
    let limit = hook.timeout ?? limit
    // Add this hook to the chain, so that its own calls don't trigger it again.
    let chain = CallChain(run: nil, hooks: event.chain + [hook.id], timeout: limit)
    return try await WorkflowRunner(
      workflow: hook,
      engine: engine.within(nil).within(chain),
      source: .file,
      limit: limit,
      timeout: limit
    )
    .perform([:], event: event.payload)
  }
}
