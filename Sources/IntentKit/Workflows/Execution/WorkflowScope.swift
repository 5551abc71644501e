import Foundation
import JSONText

/// The values that are available to references in a workflow run.
struct WorkflowScope: Sendable {
  /// The names that can begin a reference, such as `params` in `/params/tag`.
  static let roots = ["params", "steps", "item", "index", "run", "event"]

  /// The state of a workflow step that has ended.
  struct StepState: Sendable {
    let status: StepStatus
    var result: PartialValue?
    /// The sentence for the user that the step's call returned.
    var dialog: String?
    var error: Failure?
  }

  private let parameters: PartialValue
  private let event: PartialValue?
  private let run: JSONObject
  private(set) var steps: [String: StepState] = [:]
  /// The current status of the run, which references read as `/run/status`.
  var status = StepStatus.running
  /// The error that ended the run; nil if there was none.
  var error: Failure?
  private(set) var element: (item: PartialValue, index: PartialValue)?

  init(parameters: JSONObject, event: JSONObject?, run: JSONObject) {
    self.parameters = PartialValue(.object(parameters))
    self.event = event.map { PartialValue(.object($0)) }
    self.run = run
  }

  mutating func note(_ state: StepState, of step: String) {
    steps[step] = state
  }

  /// Returns the scope for one item of a loop, in which `/item` and `/index` are available.
  func within(_ item: PartialValue, at index: PartialValue) -> WorkflowScope {
    var inner = self
    inner.element = (item, index)
    return inner
  }

  /// Returns the value that a reference points to, or nil if there is none.
  func value(at pointer: JSONPointer) -> PartialValue? {
    let rest = pointer.tokens.dropFirst()
    switch pointer.tokens.first {
    case "params": return parameters.value(at: rest)
    case "event": return event?.value(at: rest)
    case "item": return element?.item.value(at: rest)
    case "index": return rest.isEmpty ? element?.index : nil
    case "run": return runProperties.value(at: rest)
    case "steps": return step(rest)
    default: return nil
    }
  }

  private var runProperties: PartialValue {
    var facts = run
    facts["status"] = .string(status.rawValue)
    facts["error"] = error?.json
    return PartialValue(.object(facts))
  }

  private func step(_ tokens: ArraySlice<String>) -> PartialValue? {
    guard let id = tokens.first, let state = steps[id] else { return nil }
    let rest = tokens.dropFirst(2)
    switch tokens.dropFirst().first {
    case "status":
      // In a dry run, planned steps count as successful, and uncertain steps have no known status.
      let status = state.status == .planned ? StepStatus.ok : state.status
      let name = status == .unknown ? .unknown : PartialValue(.string(status.rawValue))
      return name.value(at: rest)
    case "result": return state.result?.value(at: rest)
    case "dialog":
      if state.result == .unknown { return .unknown }
      return state.dialog.flatMap { PartialValue(.string($0)).value(at: rest) }
    case "error":
      if state.status == .unknown { return .unknown }
      return state.error.flatMap { PartialValue($0.json).value(at: rest) }
    default: return nil
    }
  }
}
