import IntentKit
import JSONText
import Synchronization

/// Intents that take as long as a test wants, ask, and report.
final class ControllableProvider: IntentProvider {
  private struct CallState {
    var done: [String] = []
    var opened: Set<String> = []
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var begun: Set<String> = []
    var watching: [String: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(CallState())
  private let all: [IntentDefinition]
  let allowsConcurrentCalls: Bool

  init(allowsConcurrentCalls: Bool = false) throws {
    self.allowsConcurrentCalls = allowsConcurrentCalls
    let text: JSONValue = ["type": "string"]
    all = [
      try .simple("Build", ["name": text], readOnly: false),
      try .simple("Look", ["name": text], readOnly: true),
      try .simple("Measure", [:], readOnly: true),
      try .simple("Paint", ["color": text], readOnly: false),
    ]
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

  func perform(_ call: ValidatedCall, in context: CallContext) async throws(IntentError)
    -> IntentResult
  {
    let id = call.definition.id
    if let name = call.values["name"]?.string { await wait(for: name) }
    if id == "Measure" {
      for part in [0.25, 0.5, 0.5, 0.4, 0.75] { context.report(part, "Measuring") }
    }
    if id == "Paint", call.values["color"] == nil { throw Self.needsColor }
    let name = call.values["name"]?.string ?? call.values["color"]?.string ?? ""
    state.withLock { $0.done.append("\(id) \(name)") }
    return IntentResult(["done": .string(name)], dialog: "Done.")
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

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
