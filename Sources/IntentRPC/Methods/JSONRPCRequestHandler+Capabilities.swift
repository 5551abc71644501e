import IntentKit
import JSONText

extension JSONRPCRequestHandler {
  /// The version of our plain JSON-RPC protocol.
  ///
  /// `Intents/README.md` lists the parts of it that are stable.
  static let protocolVersion: JSONValue = 2

  /// The descriptions of all methods that are not intents.
  var descriptions: [MethodDescription] {
    MethodDescription.session + MethodDescription.intents
      + customMethods.sorted { $0.key < $1.key }.map { $1.description(named: $0) }
      + (subscriptions == nil ? [] : MethodDescription.subscriptions)
  }

  /// The capabilities that the result of `initialize` lists for clients of plain JSON-RPC.
  var capabilities: JSONValue {
    let resources = intents.callableIntents(from: .rpc).flatMap(\.resources).map(\.uri)
    return [
      "protocolVersion": Self.protocolVersion,
      "methods": .array(descriptions.map { .string($0.name) }),
      "resources": .array(resources.map { .string($0) }),
      "subscriptions": .bool(subscriptions != nil),
      "dryRun": true, "needsInput": true, "progress": true, "cancellation": true,
      "readOnly": .bool(intents.engine.isReadOnly),
    ]
  }

  /// The OpenRPC document of all methods and intents, which `rpc.discover` returns.
  var discovery: JSONValue {
    OpenRPCDocument(info: info, methods: descriptions, intents: intents.callableIntents(from: .rpc))
      .json
  }
}
