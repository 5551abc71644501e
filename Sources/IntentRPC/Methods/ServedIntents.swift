import Dispatch
import IntentKit
import JSONText
import Synchronization

/// The intents that a server has, and the engine that does them.
///
/// Those of the first provider are known at once, and the others soon: who asks for one of them, or
/// for all, waits until then. That is for the thread that reads requests, and not for tasks.
final class ServedIntents: Sendable {
  let engine: IntentEngine
  /// Whether they may be others later on.
  let canChange: Bool
  /// Tells that they are.
  let changes = Broadcast()
  private let state: Mutex<State>
  private let isWhole = DispatchGroup()
  private let watching = Mutex<[Task<Void, Never>]>([])

  private struct State {
    var table: Table
    /// How many looks have begun, and which of them the table is of.
    var begun = 0
    var taken = 0
  }

  private struct Table {
    let definitions: [IntentDefinition]
    let skipped: [SkippedDefinition]
    let orders: [String: RPCTask.Order]
    private let places: [String: Int]

    init(_ offered: [IntentOffer], skipped: [SkippedDefinition] = []) {
      self.skipped = skipped
      definitions = offered.map(\.definition)
      let numbered = definitions.enumerated().map { ($1.id, $0) }
      places = Dictionary(numbered) { first, _ in first }
      orders = Dictionary(offered.map { ($0.definition.id, RPCTask.Order($0)) }) { first, _ in
        first
      }
    }

    func definition(of id: String) -> IntentDefinition? { places[id].map { definitions[$0] } }
  }

  init(_ engine: IntentEngine) async {
    self.engine = engine
    // What changes from here on is told, so that nothing is missed after the first look.
    let streams = await engine.definitionChanges()
    canChange = !streams.isEmpty
    state = Mutex(State(table: Table(await engine.firstOffers())))
    var tasks: [Task<Void, Never>] = []
    if engine.hasSeveralProviders {
      isWhole.enter()
      tasks.append(
        Task { [isWhole, weak self] in
          await self?.look()
          isWhole.leave()
        }
      )
    }
    tasks += streams.map { stream in
      Task { [weak self] in
        for await _ in stream { await self?.tell() }
      }
    }
    watching.withLock { [tasks] in $0 = tasks }
  }

  deinit {
    for task in watching.withLock({ $0 }) { task.cancel() }
  }

  /// Looks which intents there are.
  ///
  /// - Returns: whether they are others than before.
  @discardableResult
  private func look() async -> Bool {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    let new = Table(await engine.offers(), skipped: await engine.skippedDefinitions())
    return state.withLock { state in
      // One that began later knows better, also where it ended first.
      guard number > state.taken else { return false }
      defer { (state.table, state.taken) = (new, number) }
      return state.table.definitions != new.definitions
    }
  }

  private func tell() async {
    if await look() { changes.tell() }
  }

  /// All there are at this moment.
  var definitions: [IntentDefinition] {
    isWhole.wait()
    return state.withLock { $0.table.definitions }
  }

  /// The intents that may be called from a source now.
  func permitted(at door: Door) -> [IntentDefinition] {
    definitions.filter {
      $0.doors.contains(door) && ($0.effects.readOnly || !engine.isReadOnly)
    }
  }

  /// The files at this moment that should define intents and can't be used.
  var skipped: [SkippedDefinition] {
    isWhole.wait()
    return state.withLock { $0.table.skipped }
  }

  /// The intent of an id; nil where there is none.
  func definition(of id: String) -> IntentDefinition? {
    if let known = known(id) { return known }
    isWhole.wait()
    if let known = known(id) { return known }
    // It may have come just now, and nobody has told yet, or can.
    guard canChange || engine.hasSeveralProviders, id.utf8.allSatisfy(\.isOfIdentifier) else {
      return nil
    }
    waitForLook()
    return known(id)
  }

  private func known(_ id: String) -> IntentDefinition? {
    state.withLock { $0.table.definition(of: id) }
  }

  private func waitForLook() {
    let hasLooked = DispatchSemaphore(value: 0)
    Task {
      await tell()
      hasLooked.signal()
    }
    hasLooked.wait()
  }

  /// The reason why there's no intent of an id, where its file can't be used.
  private func reason(forMissing id: String) -> IntentError? {
    if !engine.hasSeveralProviders || !id.utf8.allSatisfy(\.isOfIdentifier) { return nil }
    let reason = Mutex<IntentError?>(nil)
    let hasLooked = DispatchSemaphore(value: 0)
    Task { [engine] in
      do throws(IntentError) {
        _ = try await engine.definition(of: id)
      } catch {
        reason.withLock { $0 = error }
      }
      hasLooked.signal()
    }
    hasLooked.wait()
    return reason.withLock(\.self)
  }

  /// The intent of an id, where it may be asked for at a door.
  func find(_ id: String, at door: Door) throws(IntentError) -> IntentDefinition {
    guard let definition = definition(of: id) else {
      if let reason = reason(forMissing: id) { throw reason }
      throw .unknownIntent(id, near: NearMiss.of(id, in: definitions.map(\.id)))
    }
    guard definition.doors.contains(door) else { throw .wrongDoor(id, door) }
    return definition
  }

  /// How calls of an intent, whose definition was asked for before, stand to others; nil where there
  /// is no such intent.
  func order(of id: String) -> RPCTask.Order? {
    state.withLock { $0.table.orders[id] }
  }
}

extension RPCTask.Order {
  fileprivate init(_ offer: IntentOffer) {
    self = offer.mayOvertake ? .elsewhere : offer.definition.effects.readOnly ? .read : .write
  }
}
