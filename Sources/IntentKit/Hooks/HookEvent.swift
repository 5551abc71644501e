public import JSONText

/// An event as hooks are told of it.
public struct HookEvent: Sendable, Equatable, JSONCodable {
  /// What `/event` leads to.
  public let payload: JSONObject
  /// The hooks on the way to it.
  public let chain: [String]

  init(payload: JSONObject, chain: [String]) {
    self.payload = payload
    self.chain = chain
  }

  /// An event ahead of a call.
  init(_ name: String, before call: ValidatedCall, from source: CallSource, chain: CallChain) {
    self.init(payload: Self.payload(name, of: call, from: source), chain: chain.hooks)
  }

  /// An event that a call made happen.
  ///
  /// - Parameter call: nil where several made it happen together.
  init(_ event: IntentEvent, of call: ValidatedCall?, from source: CallSource, chain: CallChain) {
    var payload = Self.payload(event.name, of: call, from: source)
    payload["before"] = event.before
    payload["after"] = event.after
    self.init(payload: payload, chain: chain.hooks)
  }

  private static func payload(_ name: String, of call: ValidatedCall?, from source: CallSource)
    -> JSONObject
  {
    [
      "name": .string(name), "intent": .string(call?.definition.id ?? "Batch"),
      "source": .string(source.rawValue), "with": .object(call.map(values) ?? [:]),
    ]
  }

  /// The values of a call but those that are secret, or too long to be passed on.
  private static func values(of call: ValidatedCall) -> JSONObject {
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
  public var name: String { payload["name"]?.string ?? "" }

  /// Reads what `json` wrote.
  public init(json: JSONValue) throws(IntentError) {
    self.init(
      payload: json["event"]?.object ?? [:],
      chain: json["hooks"]?.array?.compactMap(\.string) ?? []
    )
  }

  /// The event as one process tells it to another.
  public var json: JSONValue {
    ["event": .object(payload), "hooks": .array(chain.map { .string($0) })]
  }
}
