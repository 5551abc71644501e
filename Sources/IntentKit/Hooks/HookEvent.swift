public import JSONText

/// An event as a hook receives it, with the hooks that caused it.
public struct HookEvent: Sendable, Equatable, JSONCodable {
  /// The event's JSON, which the hook reads with references to `/event`.
  public let payload: JSONObject
  /// The IDs of the hooks whose calls caused the event.
  public let chain: [String]

  init(payload: JSONObject, chain: [String]) {
    self.payload = payload
    self.chain = chain
  }

  /// Creates the event that `before` hooks receive for a call that hasn't run yet.
  init(_ name: String, before call: ValidatedCall, from source: CallSource, chain: CallChain) {
    self.init(payload: Self.payload(name, of: call, from: source), chain: chain.hooks)
  }

  /// Creates the event that `after` hooks receive.
  ///
  /// - Parameter call: The call that caused the event. Nil if several calls caused it together.
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

  /// Returns the arguments of a call, leaving out secrets and strings longer than `lengthLimit`.
  private static func values(of call: ValidatedCall) -> JSONObject {
    var values = call.values
    for member in values.members {
      let isSecret = call.definition.properties[member.key]?["x-minuta-secret"] == true
      let length = member.value.string?.utf8.count ?? 0
      if isSecret || length > lengthLimit { values[member.key] = nil }
    }
    return values
  }

  /// The maximum length, in bytes, of a string that is passed to a hook.
  private static let lengthLimit = 64 << 10

  /// The name of the event.
  public var name: String { payload["name"]?.string ?? "" }

  /// Parses the JSON written by `json`.
  public init(json: JSONValue) throws(Failure) {
    self.init(
      payload: json["event"]?.object ?? [:],
      chain: json["hooks"]?.array?.compactMap(\.string) ?? []
    )
  }

  /// The event as JSON, for passing it to another process.
  public var json: JSONValue {
    ["event": .object(payload), "hooks": .array(chain.map { .string($0) })]
  }
}
