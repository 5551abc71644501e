import IntentKit
import JSONText
import Synchronization

/// The intents that a server has, and the engine that does them.
final class ServedIntents: Sendable {
  let engine: IntentEngine
  /// Whether they may be others later on.
  let canChange: Bool
  /// Tells that they are.
  let changes = Broadcast()
  private let table: Mutex<Table>
  private let watching = Mutex<[Task<Void, Never>]>([])

  private struct Table {
    let definitions: [IntentDefinition]
    let orders: [String: RPCTask.Order]

    init(_ offered: [IntentOffer]) {
      definitions = offered.map(\.definition)
      orders = Dictionary(offered.map { ($0.definition.id, RPCTask.Order($0)) }) { first, _ in
        first
      }
    }
  }

  init(_ engine: IntentEngine) async {
    self.engine = engine
    // What changes from here on is told, so that nothing is missed after the first look.
    let streams = await engine.definitionChanges()
    canChange = !streams.isEmpty
    table = Mutex(Table(await engine.offers()))
    let tasks = streams.map { stream in
      Task { [weak self] in
        for await _ in stream { await self?.look() }
      }
    }
    watching.withLock { $0 = tasks }
  }

  deinit {
    for task in watching.withLock({ $0 }) { task.cancel() }
  }

  private func look() async {
    let new = Table(await engine.offers())
    let hasChanged = table.withLock { table in
      defer { table = new }
      return table.definitions != new.definitions
    }
    if hasChanged { changes.tell() }
  }

  /// What there is at this moment.
  var definitions: [IntentDefinition] { table.withLock { $0.definitions } }

  /// The intent of an id, where it may be asked for at a door.
  func find(_ id: String, at door: Door) throws(IntentError) -> IntentDefinition {
    let definitions = definitions
    guard let definition = definitions.first(where: { $0.id == id }) else {
      throw .unknownIntent(id, near: NearMiss.of(id, in: definitions.map(\.id)))
    }
    guard definition.doors.contains(door) else { throw .wrongDoor(id, door) }
    return definition
  }

  /// How calls of an intent stand to others; nil where there is no such intent.
  func order(of id: String) -> RPCTask.Order? { table.withLock { $0.orders[id] } }
}

extension RPCTask.Order {
  fileprivate init(_ offer: IntentOffer) {
    self = offer.mayOvertake ? .elsewhere : offer.definition.effects.readOnly ? .read : .write
  }
}
