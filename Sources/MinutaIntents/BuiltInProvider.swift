package import Foundation
package import IntentKit
package import JSONText
package import MinutaCore

/// The intents of time tracking.
package struct BuiltInProvider: IntentProvider {
  private let catalogue: BuiltInCatalogue
  private let tracking: any TimeTracking
  private let timeZone: TimeZone

  /// Makes a provider.
  ///
  /// - Parameter timeZone: the zone of a call that names none.
  package init(catalogue: BuiltInCatalogue, tracking: any TimeTracking, timeZone: TimeZone) {
    self.catalogue = catalogue
    self.tracking = tracking
    self.timeZone = timeZone
  }

  package func definitions() -> [IntentDefinition] { catalogue.definitions }

  package func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    var resolver = ValueResolver(checkingAt: context.now, timeZone: timeZone)
    do {
      let resolved = try resolver.resolve(values, of: definition)
      let intent = catalogue.intent(definition.id)
      try intent?.type.check(IntentValues(resolved.values), now: context.now)
    } catch {
      throw intentError(error, definition.id, context)
    }
  }

  package func kept(_ key: CallKey) async throws(IntentError) -> Answer? {
    do {
      return try await tracking.read(now: .distantPast) { try $0.kept(key) }
    } catch {
      throw intentError(error, key.key, CallContext(now: .distantPast, door: .file))
    }
  }

  package func resolve(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) -> ResolvedValues {
    let timeZone = timeZone
    do {
      return try await tracking.read(now: context.now) { tracker in
        var resolver = ValueResolver(tracker: tracker, timeZone: timeZone)
        return try resolver.resolve(values, of: definition)
      }
    } catch {
      throw intentError(error, definition.id, context)
    }
  }

  package func perform(
    _ intent: String,
    with values: JSONObject,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    guard let known = catalogue.intent(intent) else { throw .unknownIntent(intent, near: nil) }
    let timeZone = timeZone
    let body: @Sendable (inout TimeTracker) throws -> Answer = { tracker in
      try known.type.perform(values, context.key, with: &tracker, timeZone: timeZone)
    }
    let origin = ChangeOrigin(now: context.now, door: context.door.rawValue, intent: intent)
    do {
      return known.isReadOnly
        ? try await tracking.read(now: context.now, body) : try await tracking.write(origin, body)
    } catch {
      throw intentError(error, intent, context)
    }
  }

  package func performTogether(
    _ calls: [CheckedCall],
    at now: Date,
    from door: Door
  ) async throws(TogetherFailure) -> [Answer] {
    let (catalogue, timeZone) = (catalogue, timeZone)
    let origin = ChangeOrigin(now: now, door: door.rawValue, intent: "Batch")
    do {
      return try await tracking.write(origin) { tracker in
        var answers: [Answer] = []
        for (index, call) in calls.enumerated() {
          do {
            var resolver = ValueResolver(tracker: tracker, timeZone: timeZone)
            let resolved = try resolver.resolve(call.values, of: call.definition)
            guard let known = catalogue.intent(call.definition.id) else {
              throw IntentError.notTogether(call.definition.id)
            }
            var answer = try known.type
              .perform(resolved.values, call.key, with: &tracker, timeZone: timeZone)
            answer.dialog = ([answer.dialog] + resolved.notes).joined(separator: " ")
            answers.append(answer)
          } catch {
            let context = CallContext(now: now, door: door)
            let reason = intentError(error, call.definition.id, context)
            throw TogetherFailure(index: index, error: reason)
          }
        }
        return answers
      }
    } catch let failure as TogetherFailure {
      throw failure
    } catch {
      let reason = intentError(error, "Batch", CallContext(now: now, door: door))
      throw TogetherFailure(index: 0, error: reason)
    }
  }

  private func intentError(
    _ error: any Error,
    _ intent: String,
    _ context: CallContext
  ) -> IntentError {
    switch error {
    case let error as IntentError: return error
    case let error as TrackingError:
      return error.intentError(words: TimeWords(now: context.now, timeZone: timeZone))
    default:
      let message = "The intent \(intent.quoted) failed: \(error)."
      return .failed(OutcomeError(.failure, code: "internal", message: message))
    }
  }

  package func rehearsal() async -> (any IntentProvider)? {
    BuiltInProvider(
      catalogue: catalogue,
      tracking: await tracking.rehearsal(),
      timeZone: timeZone
    )
  }
}

extension BuiltInIntent {
  /// Does what a call asks for, unless it was done already under its key.
  fileprivate static func perform(
    _ values: JSONObject,
    _ key: CallKey?,
    with tracker: inout TimeTracker,
    timeZone: TimeZone
  ) throws -> Answer {
    if let key, let kept = try tracker.kept(key) { return kept }
    var run = IntentRun(tracker: tracker, timeZone: timeZone)
    let answer = try perform(IntentValues(values), in: &run)
    tracker = run.tracker
    if let key { tracker.keep(answer, under: key) }
    return answer.naming(tracker.setAside())
  }
}

extension Answer {
  /// The answer with the files that could not be used on the way to it.
  fileprivate func naming(_ files: [SetAsideFile]) -> Answer {
    guard let first = files.first else { return self }
    var value = value
    value["setAside"] = .array(
      files.map { ["file": .string($0.path), "reason": .string($0.reason)] }
    )
    let others = files.count == 1 ? "" : ", and \(files.count - 1) more"
    return Answer(
      value,
      dialog: "\(dialog) Could not be used: \(first.path.quoted) (\(first.reason))\(others)."
    )
  }
}
