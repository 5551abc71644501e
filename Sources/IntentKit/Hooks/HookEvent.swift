public import JSONText

/// An event as hooks receive it.
public struct HookEvent: Sendable, Equatable, JSONCodable {
  /// The value of `/event` in a hook.
  public let payload: JSONObject
  /// The hooks that caused the event.
  public let chain: [String]

  init(payload: JSONObject, chain: [String]) {
    self.payload = payload
    self.chain = chain
  }

  /// Creates the event before a call.
  init(_ name: String, before call: ValidatedCall, from source: CallSource, chain: CallChain) {
    self.init(payload: Self.payload(name, of: call, from: source), chain: chain.hooks)
  }

  /// Creates an event that a call caused.
  ///
  /// - Parameter call: Nil if several calls caused it together.
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

  /// Returns the values of a call without secrets and values that are too long.
  private static func values(of call: ValidatedCall) -> JSONObject {
    var values = call.values
    for member in values.members {
      let isSecret = call.definition.properties[member.key]?["x-minuta-secret"] == true
      let length = member.value.string?.utf8.count ?? 0
      if isSecret || length > lengthLimit { values[member.key] = nil }
    }
    return values
  }

  /// The maximum length of a string in bytes.
  private static let lengthLimit = 64 << 10

  /// The name of the event.
  public var name: String { payload["name"]?.string ?? "" }

  /// Parses the format written by `json`.
  public init(json: JSONValue) throws(IntentError) {
    self.init(
      payload: json["event"]?.object ?? [:],
      chain: json["hooks"]?.array?.compactMap(\.string) ?? []
    )
  }

  /// The event as one process sends it to another.
  public var json: JSONValue {
    ["event": .object(payload), "hooks": .array(chain.map { .string($0) })]
  }
}
