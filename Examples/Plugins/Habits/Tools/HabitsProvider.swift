import Foundation
import IntentKit
import JSONText

/// Provides the habit tools, which work on a storage.
struct HabitsProvider: IntentProvider {
  private let intents: [String: any HabitIntent.Type]
  private let all: [IntentDefinition]
  private let storage: StorageManager
  private let services: HabitServices
  private let timeZone: TimeZone
  private let makeID: @Sendable () -> UUID
  /// The storage of a dry run; nil if calls are performed for real.
  private let dryRunStorage: DryRunStorage?

  /// Creates a provider.
  ///
  /// - Parameter timeZone: the zone that determines when a day begins.
  /// - Throws: `JSONError` or `Failure` for an invalid definition.
  init(
    storage: StorageManager,
    timeZone: TimeZone,
    makeID: @escaping @Sendable () -> UUID
  ) throws {
    let loaded = try HabitIntents.all.map { intent in
      (try IntentDefinition(json: JSONValue(parsing: intent.definition)), intent)
    }
    self.init(loaded, storage, timeZone, makeID, dryRunStorage: nil)
  }

  private init(
    _ intents: [(IntentDefinition, any HabitIntent.Type)],
    _ storage: StorageManager,
    _ timeZone: TimeZone,
    _ makeID: @escaping @Sendable () -> UUID,
    dryRunStorage: DryRunStorage?
  ) {
    all = intents.map(\.0)
    self.intents = Dictionary(intents.map { ($0.id, $1) }) { first, _ in first }
    self.storage = storage
    services = HabitServices(storage: storage, timeZone: timeZone, makeID: makeID)
    self.timeZone = timeZone
    self.makeID = makeID
    self.dryRunStorage = dryRunStorage
  }

  func definitions() async -> [IntentDefinition] { all }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(Failure) {
    let arguments = HabitArguments(values, now: context.now)
    _ = try arguments.day("day", in: services.calendar)
    _ = try arguments.date("at")
  }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    let id = call.definition.id
    guard let intent = intents[id] else { throw .unknownIntent(id, near: nil) }
    do {
      guard let dryRunStorage, !call.definition.effects.readOnly else {
        return try await intent.perform(
          HabitArguments(call.values, now: context.now),
          with: services
        )
      }
      return try await plan(intent, call.values, now: context.now, in: dryRunStorage)
    } catch let error as HabitsError {
      throw error.failure
    } catch {
      throw Failure(error, in: id)
    }
  }

  /// Performs a call on the storage of a dry run and returns the result.
  ///
  /// If the call needs a confirmation, this method assumes that the user gives it.
  private func plan(
    _ intent: any HabitIntent.Type,
    _ values: JSONObject,
    now: Date,
    in dryRunStorage: DryRunStorage
  ) async throws -> IntentResult {
    var answer: IntentResult
    var needsConfirmation = false
    do {
      answer = try await intent.perform(HabitArguments(values, now: now), with: services)
    } catch HabitsError.notConfirmed {
      needsConfirmation = true
      let confirmed = HabitArguments(values.merging(["confirm": true]), now: now)
      answer = try await intent.perform(confirmed, with: services)
      answer.notice.sentence += " It will need 'confirm'."
    }
    answer.plan = DryRunPlan(
      values: values,
      changes: await dryRunStorage.takeChanges().map(\.json),
      needsConfirmation: needsConfirmation
    )
    return answer
  }

  func dryRunCopy() async -> (any IntentProvider)? {
    let dryRunStorage = DryRunStorage(over: storage.active)
    let pairs = all.compactMap { definition in intents[definition.id].map { (definition, $0) } }
    return HabitsProvider(
      pairs,
      StorageManager(dryRunStorage),
      timeZone,
      makeID,
      dryRunStorage: dryRunStorage
    )
  }
}
