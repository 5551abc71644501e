import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Synchronization

/// Intents with resources: some things, and how long one of them has lain there.
final class ResourceTestProvider: IntentProvider {
  struct ShelfState {
    var things: [String] = []
    var since: Date?
    var isLost = false
    /// The calls, in order.
    var asked: [IntentCall] = []
    /// Does something once, in the middle of an answer.
    var meanwhile: (@Sendable () async -> Void)?
  }

  let state = Mutex(ShelfState())
  private let all: [IntentDefinition]

  static func definition(_ id: String, _ resources: JSONValue) throws -> IntentDefinition {
    let parameters: JSONValue = [
      "type": "object", "properties": ["name": ["type": "string", "maxLength": 20]],
      "additionalProperties": false,
    ]
    return try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Tells.",
      "summary": "Tell", "parameters": parameters, "result": ["type": "object"],
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
      // The first of a URI counts.
      try Self.definition("Late", [Self.resource("minuta://things")]),
      try Self.definition("LateToo", [Self.resource("minuta://things/{name}")]),
      try Self.definition("Age", [Self.resource("minuta://age")]),
    ]
  }

  var asked: [IntentCall] { state.withLock { $0.asked } }

  func definitions() async -> [IntentDefinition] { all }

  func perform(
    _ call: ValidatedCall,
    in context: CallContext
  ) async throws(IntentError) -> IntentResult {
    let id = call.definition.id
    let (value, meanwhile) = state.withLock { state in
      defer { state.meanwhile = nil }
      state.asked.append(IntentCall(id, with: call.values))
      return (state.isLost ? nil : answer(id, call.values, state, context.now), state.meanwhile)
    }
    await meanwhile?()
    guard let value else {
      throw .failed(OutcomeError(.failure, code: "lost", message: "The shelf is lost."))
    }
    return IntentResult(value, dialog: "So it is.")
  }

  private func answer(
    _ id: String,
    _ values: JSONObject,
    _ state: ShelfState,
    _ now: Date
  ) -> JSONObject {
    let seconds = state.since.map { Int(now.timeIntervalSince($0)) } ?? 0
    return switch id {
    case "Age":
      // As a summary has it: what runs and what is done are one number.
      ["seconds": .number(JSONNumber(seconds + state.things.count))]
    case "Thing": ["name": values["name"] ?? .null]
    default: ["things": .array(state.things.map { .string($0) }), "of": .string(id)]
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
