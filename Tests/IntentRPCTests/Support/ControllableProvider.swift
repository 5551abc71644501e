import IntentKit
import JSONText
import Synchronization

/// A test provider whose calls can wait, prompt for input and report progress.
final class ControllableProvider: IntentProvider {
  private struct CallState {
    var finishedCalls: [String] = []
    var released: Set<String> = []
    var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    var begun: Set<String> = []
    var watching: [String: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(CallState())
  private let all: [IntentDefinition]
  let capabilities: ProviderCapabilities

  init(capabilities: ProviderCapabilities = []) throws {
    self.capabilities = capabilities
    let text: JSONValue = ["type": "string"]
    all = [
      try .simple("Build", ["name": text], readOnly: false),
      try .simple("Look", ["name": text], readOnly: true),
      try .simple("Measure", [:], readOnly: true),
      try .simple("Paint", ["color": text], readOnly: false),
    ]
  }

  /// The calls that have finished, in order.
  var finishedCalls: [String] { state.withLock { $0.finishedCalls } }

  /// Allows the waiting call with this `name` argument to finish.
  ///
  /// Calls without the argument finish at once.
  func release(_ name: String) {
    state.withLock { state in
      state.released.insert(name)
      return state.waiting.removeValue(forKey: name)
    }?.resume()
  }

  /// Waits until the call with this `name` argument has begun.
  func waitForStart(of name: String) async {
    await withCheckedContinuation { continuation in
      let hasBegun = state.withLock { state in
        if !state.begun.contains(name) { state.watching[name] = continuation }
        return state.begun.contains(name)
      }
      if hasBegun { continuation.resume() }
    }
  }

  func definitions() async -> [IntentDefinition] { all }

  func perform(_ call: ValidatedCall, in context: CallContext) async throws(Failure)
    -> IntentResult
  {
    let id = call.definition.id
    if let name = call.values["name"]?.string { await wait(for: name) }
    if id == "Measure" {
      for part in [0.25, 0.5, 0.5, 0.4, 0.75] { context.report(part, "Measuring") }
    }
    if id == "Paint", call.values["color"] == nil { throw Self.needsColor }
    let name = call.values["name"]?.string ?? call.values["color"]?.string ?? ""
    state.withLock { $0.finishedCalls.append("\(id) \(name)") }
    return IntentResult(["done": .string(name)], dialog: "Done.")
  }

  private static let needsColor = Failure(code: "noColor", message: "In which color?").requesting(
    "color",
    schema: InputChoice.schema(of: [
      InputChoice(value: "red", title: "As red as a rose"),
      InputChoice(value: "blue", title: "Blue"),
    ])
  )

  private func wait(for name: String) async {
    state.withLock { state in
      state.begun.insert(name)
      return state.watching.removeValue(forKey: name)
    }?.resume()
    await withCheckedContinuation { continuation in
      let isReleased = state.withLock { state in
        if !state.released.contains(name) { state.waiting[name] = continuation }
        return state.released.contains(name)
      }
      if isReleased { continuation.resume() }
    }
  }

  func dryRunCopy() async -> (any IntentProvider)? { nil }
}
