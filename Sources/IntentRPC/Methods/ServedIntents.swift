import IntentKit
import JSONText

/// The intents that a server has, and the engine that does them.
struct ServedIntents: Sendable {
  let engine: IntentEngine
  let definitions: [IntentDefinition]
  private let orders: [String: RPCTask.Order]

  init(_ engine: IntentEngine) async {
    self.engine = engine
    let offered = await engine.offers()
    definitions = offered.map(\.definition)
    orders = Dictionary(offered.map { ($0.definition.id, RPCTask.Order($0)) }) { first, _ in first }
  }

  /// The intent of an id, where it may be asked for at a door.
  func find(_ id: String, at door: Door) throws(IntentError) -> IntentDefinition {
    guard let definition = definitions.first(where: { $0.id == id }) else {
      throw .unknownIntent(id, near: NearMiss.of(id, in: definitions.map(\.id)))
    }
    guard definition.doors.contains(door) else { throw .wrongDoor(id, door) }
    return definition
  }

  /// How calls of an intent stand to others; nil where there is no such intent.
  func order(of id: String) -> RPCTask.Order? { orders[id] }
}

extension RPCTask.Order {
  fileprivate init(_ offer: IntentOffer) {
    self = offer.mayOvertake ? .any : offer.definition.effects.readOnly ? .read : .write
  }
}
