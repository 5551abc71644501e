public import JSONText

/// An event as hooks are told of it.
public struct HookEvent: Sendable, Equatable, JSONCodable {
  /// What `/event` leads to.
  public let facts: JSONObject
  /// The hooks on the way to it.
  public let chain: [String]

  init(facts: JSONObject, chain: [String]) {
    self.facts = facts
    self.chain = chain
  }

  /// An event ahead of a call.
  init(_ name: String, ahead call: CheckedCall, from door: Door, chain: CallChain) {
    self.init(facts: Self.facts(name, of: call, from: door), chain: chain.hooks)
  }

  /// An event that a call made happen.
  ///
  /// - Parameter call: nil where several made it happen together.
  init(_ event: IntentEvent, of call: CheckedCall?, from door: Door, chain: CallChain) {
    var facts = Self.facts(event.name, of: call, from: door)
    facts["before"] = event.before
    facts["after"] = event.after
    self.init(facts: facts, chain: chain.hooks)
  }

  private static func facts(_ name: String, of call: CheckedCall?, from door: Door) -> JSONObject {
    [
      "name": .string(name), "intent": .string(call?.definition.id ?? "Batch"),
      "door": .string(door.rawValue), "with": .object(call.map(values) ?? [:]),
    ]
  }

  /// The values of a call but those that are secret, or too long to be passed on.
  private static func values(of call: CheckedCall) -> JSONObject {
    var values = call.values
    for member in values.members {
      let isSecret = call.definition.properties[member.key]?["x-minuta-secret"] == true
      let length = member.value.string?.utf8.count ?? 0
      if isSecret || length > longest { values[member.key] = nil }
    }
    return values
  }

  /// In bytes.
  private static let longest = 64 << 10

  /// The name of the event.
  public var name: String { facts["name"]?.string ?? "" }

  /// Reads what `json` wrote.
  public init(json: JSONValue) throws(IntentError) {
    self.init(
      facts: json["event"]?.object ?? [:],
      chain: json["hooks"]?.array?.compactMap(\.string) ?? []
    )
  }

  /// The event as one process tells it to another.
  public var json: JSONValue {
    ["event": .object(facts), "hooks": .array(chain.map { .string($0) })]
  }
}
