import IntentKit
import JSONText

extension PlainMethods {
  /// The version of the protocol; `Intents/README.md` says what is stable in it.
  static let protocolVersion: JSONValue = 1

  /// The methods that are no intents.
  var descriptions: [MethodDescription] {
    MethodDescription.session + MethodDescription.intents
      + own.sorted { $0.key < $1.key }.map { $1.description(named: $0) }
      + (live == nil ? [] : MethodDescription.live)
  }

  /// What `initialize` answers a client of plain JSON-RPC.
  var capabilities: JSONValue {
    let resources = intents.permitted(at: .rpc).flatMap(\.resources).map(\.uri)
    return [
      "protocolVersion": Self.protocolVersion,
      "methods": .array(descriptions.map { .string($0.name) }),
      "resources": .array(resources.map { .string($0) }),
      "subscriptions": .bool(live != nil),
      "dryRun": true, "needsInput": true, "progress": true, "cancellation": true,
      "readOnly": .bool(intents.engine.isReadOnly),
    ]
  }

  /// The methods and intents as an OpenRPC document.
  var discovery: JSONValue {
    OpenRPC(info: info, methods: descriptions, intents: intents.permitted(at: .rpc)).json
  }
}
