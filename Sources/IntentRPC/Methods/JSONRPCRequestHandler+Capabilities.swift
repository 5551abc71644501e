import IntentKit
import JSONText

extension JSONRPCRequestHandler {
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
    let resources = intents.callableIntents(from: .rpc).flatMap(\.resources).map(\.uri)
    return [
      "protocolVersion": Self.protocolVersion,
      "methods": .array(descriptions.map { .string($0.name) }),
      "resources": .array(resources.map { .string($0) }),
      "subscriptions": .bool(live != nil),
      "dryRun": true, "needsInput": true, "progress": true, "cancellation": true,
      "readOnly": .bool(intents.engine.isReadOnly),
    ]
  }

  /// The methods and intents as an OpenRPCDocument document.
  var discovery: JSONValue {
    OpenRPCDocument(info: info, methods: descriptions, intents: intents.callableIntents(from: .rpc))
      .json
  }
}
