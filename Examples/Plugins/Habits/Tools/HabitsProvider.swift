import Foundation
import IntentKit
import JSONText

/// The tools of habits, over a storage.
struct HabitsProvider: IntentProvider {
  private let intents: [String: any HabitIntent.Type]
  private let all: [IntentDefinition]
  private let storage: StorageManager
  private let services: Services
  private let timeZone: TimeZone
  private let makeID: @Sendable () -> UUID
  /// Where a rehearsal keeps what would be; nil for the real thing.
  private let rehearsed: RehearsalStorage?

  /// Makes a provider.
  ///
  /// - Parameter timeZone: the zone whose days count.
  /// - Throws: `JSONError` or `IntentError` for a definition that is wrong.
  init(
    storage: StorageManager,
    timeZone: TimeZone,
    makeID: @escaping @Sendable () -> UUID
  ) throws {
    let loaded = try HabitIntents.all.map { intent in
      (try IntentDefinition(json: JSONValue(parsing: intent.definition)), intent)
    }
    self.init(loaded, storage, timeZone, makeID, rehearsed: nil)
  }

  private init(
    _ intents: [(IntentDefinition, any HabitIntent.Type)],
    _ storage: StorageManager,
    _ timeZone: TimeZone,
    _ makeID: @escaping @Sendable () -> UUID,
    rehearsed: RehearsalStorage?
  ) {
    all = intents.map(\.0)
    self.intents = Dictionary(intents.map { ($0.id, $1) }) { first, _ in first }
    self.storage = storage
    services = Services(storage: storage, timeZone: timeZone, makeID: makeID)
    self.timeZone = timeZone
    self.makeID = makeID
    self.rehearsed = rehearsed
  }

  func definitions() async -> [IntentDefinition] { all }

  func check(
    _ values: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext
  ) async throws(IntentError) {
    let call = HabitCall(values, now: context.now)
    _ = try call.day("day", in: services.calendar)
    _ = try call.moment("at")
  }

  func perform(
    _ call: CheckedCall,
    in context: CallContext
  ) async throws(IntentError) -> Answer {
    let id = call.definition.id
    guard let intent = intents[id] else { throw .unknownIntent(id, near: nil) }
    do {
      guard let rehearsed, !call.definition.effects.readOnly else {
        return try await intent.perform(HabitCall(call.values, now: context.now), with: services)
      }
      return try await plan(intent, call.values, now: context.now, in: rehearsed)
    } catch let error as HabitsError {
      throw error.intentError
    } catch {
      throw IntentError(error, in: id)
    }
  }

  /// What a call would do; one that has to be confirmed goes on as if it were.
  private func plan(
    _ intent: any HabitIntent.Type,
    _ values: JSONObject,
    now: Date,
    in rehearsed: RehearsalStorage
  ) async throws -> Answer {
    var answer: Answer
    var needsConfirmation = false
    do {
      answer = try await intent.perform(HabitCall(values, now: now), with: services)
    } catch HabitsError.notConfirmed {
      needsConfirmation = true
      let confirmed = HabitCall(values.merging(["confirm": true]), now: now)
      answer = try await intent.perform(confirmed, with: services)
      answer.dialog += " It will need 'confirm'."
    }
    answer.plan = Plan(
      values: values,
      changes: await rehearsed.takeChanges().map(\.json),
      needsConfirmation: needsConfirmation
    )
    return answer
  }

  func rehearsal() async -> (any IntentProvider)? {
    let twin = RehearsalStorage(over: storage.active)
    let pairs = all.compactMap { definition in intents[definition.id].map { (definition, $0) } }
    return HabitsProvider(pairs, StorageManager(twin), timeZone, makeID, rehearsed: twin)
  }
}
