import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Synchronization

/// A provider with two kinds of resources: a list of things, and an age in seconds.
final class ResourceTestProvider: IntentProvider {
  struct ProviderState {
    var things: [String] = []
    var since: Date?
    var isLost = false
    /// All calls received, in order.
    var calls: [IntentCall] = []
    /// A closure to run once during a call, before its result is returned.
    var duringCall: (@Sendable () async -> Void)?
  }

  let state = Mutex(ProviderState())
  private let all: [IntentDefinition]

  static func definition(_ id: String, _ resources: JSONValue) throws -> IntentDefinition {
    let parameters: JSONValue = [
      "type": "object", "properties": ["name": ["type": "string", "maxLength": 20]],
      "additionalProperties": false,
    ]
    return try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Lists things.",
      "summary": "List things", "parameters": parameters, "result": ["type": "object"],
      "effects": ["readOnly": true, "destructive": false, "idempotent": true, "openWorld": false],
      "errors": [], "sources": ["mcp"], "resources": resources,
    ])
  }

  static func resource(_ uri: String, listed: JSONValue? = nil) -> JSONValue {
    var json: JSONObject = [
      "uri": .string(uri), "title": "A title", "description": "A description.",
    ]
    json["listed"] = listed
    return .object(json)
  }

  init() throws {
    all = [
      try Self.definition("Things", [Self.resource("minuta://things")]),
      try Self.definition(
        "Thing",
        [
          Self.resource("minuta://things/{name}", listed: ["Ä b", "c"]),
          Self.resource("minuta://thing"),
        ]
      ),
      // These two repeat URIs of intents above, to test that the first intent with a URI is used.
      try Self.definition("Late", [Self.resource("minuta://things")]),
      try Self.definition("LateToo", [Self.resource("minuta://things/{name}")]),
      try Self.definition("Age", [Self.resource("minuta://age")]),
    ]
  }

  var calls: [IntentCall] { state.withLock { $0.calls } }

  func definitions() async -> [IntentDefinition] { all }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(Failure) -> IntentResult {
    let id = call.definition.id
    let (value, duringCall) = state.withLock { state in
      defer { state.duringCall = nil }
      state.calls.append(IntentCall(id, with: call.values))
      return (state.isLost ? nil : answer(id, call.values, state, context.now), state.duringCall)
    }
    await duringCall?()
    guard let value else {
      throw Failure(code: "lost", message: "The things are lost.")
    }
    return IntentResult(value, dialog: "Listed.")
  }

  private func answer(
    _ id: String,
    _ values: JSONObject,
    _ state: ProviderState,
    _ now: Date
  ) -> JSONObject {
    let seconds = state.since.map { Int(now.timeIntervalSince($0)) } ?? 0
    return switch id {
    case "Age":
      // Elapsed time and the number of things add up to one value, as a summary adds up running and
      // finished timers.
      ["seconds": .number(JSONNumber(seconds + state.things.count))]
    case "Thing": ["name": values["name"] ?? .null]
    default: ["things": .array(state.things.map { .string($0) }), "of": .string(id)]
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
