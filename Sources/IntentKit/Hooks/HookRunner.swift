import JSONText

/// A hook that is done at an event.
struct HookRunner {
  let hook: Workflow
  let engine: IntentEngine

  /// The time that hooks may take which say nothing of it.
  private static let limits = (before: Duration.seconds(2), after: Duration.seconds(60))

  /// What a hook makes of a call that is about to be done.
  enum Verdict {
    case proceed(JSONObject)
    case refuse(IntentError)
    /// It came to nothing, and the call is done without it.
    case skip(note: String)
  }

  /// Has the hook done ahead of a call.
  ///
  /// - Throws: `IntentError.cancelled`.
  func verdict(
    on call: ValidatedCall,
    _ event: HookEvent
  ) async throws(IntentError) -> Verdict {
    do throws(IntentError) {
      let answer = try await perform(event, limit: Self.limits.before)
      guard let changed = answer.value["with"]?.object else { return .proceed(call.values) }
      if answer.plan?.isResultKnown == false { return .skip(note: note("cannot tell its values")) }
      let values = call.values.merging(changed)
      let problems = SchemaValidator(call.definition.parameters).problems(in: .object(values))
      if let problem = problems.first {
        return failure(OutcomeError(IntentError.invalidValue(problem)))
      }
      return .proceed(values)
    } catch {
      if case .cancelled = error { throw error }
      let error = OutcomeError(error)
      if error.code == WorkflowStepError.refusalCode { return .refuse(refusal(error)) }
      return failure(error)
    }
  }

  private func failure(_ error: OutcomeError) -> Verdict {
    hook.hook?.refusesOnFailure == true
      ? .refuse(refusal(error)) : .skip(note: note("failed: \(error.message)"))
  }

  private func note(_ what: String) -> String {
    "The hook \(hook.id.quoted) \(what)".ended
  }

  private func refusal(_ error: OutcomeError) -> IntentError {
    let isWish = error.code == WorkflowStepError.refusalCode
    return .failed(
      OutcomeError(
        .failure,
        code: isWish ? "refused" : "hookFailed",
        message: isWish
          ? "The hook \(hook.id.quoted) refuses: \(error.message)"
          : "The hook \(hook.id.quoted) failed, so that nothing was done: \(error.message)",
        data: ["hook": .string(hook.id)]
      )
    )
  }

  /// Has the hook done after an event; what becomes of it stands in its trace.
  func perform(after event: HookEvent) async throws(IntentError) {
    _ = try await perform(event, limit: Self.limits.after)
  }

  private func perform(
    _ event: HookEvent,
    limit: Duration
  ) async throws(IntentError) -> IntentResult {
    _ = try await WorkflowAnalysis(hook, among: engine.providers, now: engine.clock())
    let limit = hook.timeout ?? limit
    // Whatever is done for the hook does not bring it about again.
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

extension String {
  fileprivate var ended: String { hasSuffix(".") ? self : self + "." }
}
