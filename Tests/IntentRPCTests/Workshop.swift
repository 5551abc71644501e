import IntentKit
import JSONText
import Synchronization

/// Intents that take as long as a test wants, ask, and report.
final class Workshop: IntentProvider {
  private struct State {
    var done: [String] = []
    var opened: Set<String> = []
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var begun: Set<String> = []
    var watching: [String: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())
  private let all: [IntentDefinition]
  let mayOvertake: Bool

  init(mayOvertake: Bool = false) throws {
    self.mayOvertake = mayOvertake
    let text: JSONValue = ["type": "string"]
    all = [
      try Self.definition("Build", ["name": text], readOnly: false),
      try Self.definition("Look", ["name": text], readOnly: true),
      try Self.definition("Measure", [:], readOnly: true),
      try Self.definition("Paint", ["color": text], readOnly: false),
    ]
  }

  private static func definition(
    _ id: String,
    _ properties: JSONObject,
    readOnly: Bool
  ) throws -> IntentDefinition {
    try IntentDefinition(json: [
      "minuta": 1, "id": .string(id), "title": .string(id), "description": "Does it.",
      "summary": "Does it",
      "parameters": [
        "type": "object", "properties": .object(properties), "additionalProperties": false,
      ],
      "result": ["type": "object"],
      "effects": [
        "readOnly": .bool(readOnly), "destructive": false, "idempotent": false, "openWorld": false,
      ],
      "errors": [], "doors": ["rpc", "mcp"],
    ])
  }

  /// What was done, in its order.
  var done: [String] { state.withLock { $0.done } }

  /// Lets a call of this name come to its end; those without a name take no time.
  func open(_ name: String) {
    state.withLock { state in
      state.opened.insert(name)
      return state.waiting.removeValue(forKey: name)
    }?.resume()
  }

  /// Waits until a call of this name has begun.
  func hasBegun(_ name: String) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if !state.begun.contains(name) { state.watching[name] = continuation }
        return state.begun.contains(name)
      }
      if isThere { continuation.resume() }
    }
  }

  func definitions() async -> [IntentDefinition] { all }

  func perform(_ call: CheckedCall, in context: CallContext) async throws(IntentError) -> Answer {
    let id = call.definition.id
    if let name = call.values["name"]?.string { await wait(for: name) }
    if id == "Measure" {
      for part in [0.25, 0.5, 0.5, 0.4, 0.75] { context.report(part, "Measuring") }
    }
    if id == "Paint", call.values["color"] == nil { throw Self.needsColor }
    let name = call.values["name"]?.string ?? call.values["color"]?.string ?? ""
    state.withLock { $0.done.append("\(id) \(name)") }
    return Answer(["done": .string(name)], dialog: "Done.")
  }

  private static let needsColor = IntentError.needsValue(
    parameter: "color",
    schema: Choice.schema(of: [
      Choice(value: "red", title: "As red as a rose"), Choice(value: "blue", title: "Blue"),
    ]),
    OutcomeError(.failure, code: "noColor", message: "In which color?")
  )

  private func wait(for name: String) async {
    state.withLock { state in
      state.begun.insert(name)
      return state.watching.removeValue(forKey: name)
    }?.resume()
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.opened.contains(name) { state.waiting[name] = continuation }
        return state.opened.contains(name)
      }
      if isOpen { continuation.resume() }
    }
  }

  func rehearsal() async -> (any IntentProvider)? { nil }
}
