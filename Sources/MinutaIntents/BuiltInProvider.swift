package import Foundation
package import IntentKit
package import JSONText
package import MinutaCore

/// The intents of time tracking.
package struct BuiltInProvider: IntentProvider {
  private let catalogue: BuiltInCatalogue
  private let tracking: any TimeTracking
  private let timeZone: TimeZone
  private let readFile: @Sendable (String) throws -> [UInt8]
  private var isRehearsal = false

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - timeZone: the zone of a call that names none.
  ///   - readFile: reads a regular file that a call names, or throws `FileProblem`.
  package init(
    catalogue: BuiltInCatalogue,
    tracking: any TimeTracking,
    timeZone: TimeZone,
    readFile: @escaping @Sendable (String) throws -> [UInt8]
  ) {
    self.catalogue = catalogue
    self.tracking = tracking
    self.timeZone = timeZone
    self.readFile = readFile
  }

  package func definitions() -> [IntentDefinition] { catalogue.definitions }

  package func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    var resolver = ValueResolver(checkingAt: context.now, timeZone: timeZone)
    do {
      try NamedFiles.check(values, of: definition, from: context.door)
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
    let files = NamedFiles(read: readFile)
    do {
      try NamedFiles.check(values, of: definition, from: context.door)
      let values = try files.resolve(values, of: definition)
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
    let (timeZone, isRehearsal) = (timeZone, isRehearsal)
    let body: @Sendable (inout TimeTracker) throws -> Answer = { tracker in
      var run = IntentRun(tracker: tracker, timeZone: timeZone, isRehearsal: isRehearsal)
      defer { tracker = run.tracker }
      return try known.type.perform(values, context.key, in: &run)
    }
    let origin = ChangeOrigin(now: context.now, door: context.door.rawValue, intent: intent)
    let isReading = known.isReadOnly || known.type.changesNothing(IntentValues(values))
    do {
      return isReading
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
    let (catalogue, timeZone, isRehearsal) = (catalogue, timeZone, isRehearsal)
    let files = NamedFiles(read: readFile)
    let origin = ChangeOrigin(now: now, door: door.rawValue, intent: "Batch")
    do {
      return try await tracking.write(origin) { tracker in
        var answers: [Answer] = []
        for (index, call) in calls.enumerated() {
          do {
            try NamedFiles.check(call.values, of: call.definition, from: door)
            let values = try files.resolve(call.values, of: call.definition)
            var resolver = ValueResolver(tracker: tracker, timeZone: timeZone)
            let resolved = try resolver.resolve(values, of: call.definition)
            guard let known = catalogue.intent(call.definition.id) else {
              throw IntentError.notTogether(call.definition.id)
            }
            var run = IntentRun(tracker: tracker, timeZone: timeZone, isRehearsal: isRehearsal)
            var answer = try known.type.perform(resolved.values, call.key, in: &run)
            tracker = run.tracker
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
    var twin = BuiltInProvider(
      catalogue: catalogue,
      tracking: await tracking.rehearsal(),
      timeZone: timeZone,
      readFile: readFile
    )
    twin.isRehearsal = true
    return twin
  }
}

extension BuiltInIntent {
  /// Does what a call asks for, unless it was done already under its key.
  fileprivate static func perform(
    _ values: JSONObject,
    _ key: CallKey?,
    in run: inout IntentRun
  ) throws -> Answer {
    if let key, let kept = try run.tracker.kept(key) { return kept }
    let answer = try perform(IntentValues(values), in: &run)
    if let key { run.tracker.keep(answer, under: key) }
    return namesFilesSetAside ? answer.naming(run.tracker.setAside()) : answer
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
