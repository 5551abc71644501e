import Foundation
import JSONText
import Synchronization

@testable import IntentKit

/// A test engine with intents for workflows to call, which record their calls in a log.
final class WorkflowEngineFixture: Sendable {
  let log = TestLog()
  /// The number of times that the intent `Flaky` still fails before it succeeds.
  private let failures = Mutex(0)
  private let workflows: InMemoryWorkflowSource
  private let hooks: RecordingHookSource?

  init(failures: Int = 0, workflows: [JSONValue] = [], hooks: [JSONValue] = []) throws {
    self.failures.withLock { $0 = failures }
    self.workflows = InMemoryWorkflowSource(try workflows.map { try Workflow(json: $0) })
    self.hooks = hooks.isEmpty ? nil : RecordingHookSource(try hooks.map { try Workflow(json: $0) })
  }

  /// The events queued for `after` hooks.
  var events: [HookEvent] { hooks?.taken.withLock { $0 } ?? [] }

  func engine() throws -> IntentEngine {
    let list = try StaticIntentProvider([
      intent("Echo", isRead: true, ["value": [:]]) { values in ["value": values["value"] ?? .null]
      },
      intent("Write", ["text": ["type": "string"]], events: ["note.written"]) { values in
        [
          "text": values["text"] ?? .null,
          "length": .number(JSONNumber(values["text"]?.string?.count ?? 0)),
        ]
      },
      intent("Flaky", isIdempotent: true, ["text": ["type": "string"]]) { [self] _ in
        if fails() { throw Failure(code: "flaky", message: "Not yet.") }
        return ["text": "at last"]
      },
      intent("List", [:]) { _ in ["items": ["a", "b"]] },
      intent("Fail", isIdempotent: true, [:]) { _ in
        throw Failure(code: "broken", message: "It is broken.")
      },
      intent("Hang", isIdempotent: true, [:]) { _ in
        try await Task.sleep(for: .seconds(600))
        return [:]
      },
      intent(
        "Login",
        ["name": ["type": "string"], "word": ["type": "string", "x-minuta-secret": true]]
      ) { _ in
        [:]
      },
    ])
    let provider = WorkflowProvider(workflows, beside: [list], now: log.now)
    return IntentEngine(providers: [list, provider], now: log.now, hooks: hooks)
  }

  private func fails() -> Bool {
    failures.withLock { count in
      count -= 1
      return count >= 0
    }
  }

  private func intent(
    _ id: String,
    isRead: Bool = false,
    isIdempotent: Bool = false,
    _ parameters: JSONObject,
    events: [JSONValue] = [],
    body: @escaping @Sendable (JSONObject) async throws -> JSONObject
  ) throws -> Intent {
    let log = log
    return try Intent(
      TestDefinitions.json(
        id,
        [
          "summary": .string(id),
          "parameters": [
            "type": "object", "properties": .object(parameters), "additionalProperties": false,
          ],
          "result": Self.result(of: id),
          "effects": [
            "readOnly": .bool(isRead), "destructive": false,
            "idempotent": .bool(isIdempotent || isRead),
            "openWorld": false,
          ],
          "events": .array(events), "beforeEvents": .array(events),
          "sources": ["commandLine", "file", "rpc", "key"],
          "command": ["name": .string(id.lowercased())],
        ]
      ),
      plan: { values, _ in
        IntentResult(
          [:],
          dialog: "Would \(id).",
          plan: DryRunPlan(values: values, changes: [], isResultKnown: false)
        )
      },
      body: { values, context in
        log.note("\(id) \(JSONValue.object(values).text())")
        var answer = IntentResult(try await body(values), dialog: "Did \(id).")
        if context.collectsEvents, id == "Write" {
          answer.events = [
            IntentEvent("note.written", before: .null, after: values["text"] ?? .null)
          ]
        }
        return answer
      }
    )
  }

  private static func result(of id: String) -> JSONValue {
    switch id {
    case "List": ["type": "object", "properties": ["items": ["type": "array"]]]
    case "Echo": ["type": "object", "properties": ["value": [:]]]
    case "Write":
      [
        "type": "object",
        "properties": ["text": ["type": "string"], "length": ["type": "integer"]],
      ]
    default: ["type": "object", "properties": ["text": ["type": "string"]]]
    }
  }

  /// Returns the JSON of a workflow with these steps, adding or replacing other members.
  static func workflow(_ steps: JSONValue, _ members: JSONObject = [:]) -> JSONValue {
    let plain: JSONObject = ["minuta": 1, "id": "flow", "title": "Flow", "steps": steps]
    return .object(plain.merging(members))
  }

  /// Runs a workflow.
  func run(_ json: JSONValue, with values: JSONObject = [:]) async throws -> Outcome {
    let workflow = try Workflow(json: json)
    return await (try engine()).with(workflow).perform(
      IntentCall(workflow.id, with: values),
      from: .file
    )
  }

  /// Runs a workflow as a dry run.
  func dryRun(_ json: JSONValue, with values: JSONObject = [:]) async throws -> Outcome {
    let workflow = try Workflow(json: json)
    let engine = await (try engine()).with(workflow).dryRunCopy()
    return await engine.perform(IntentCall(workflow.id, with: values), from: .file)
  }
}

/// A workflow source that holds its workflows in memory.
struct InMemoryWorkflowSource: WorkflowSource {
  private let workflows: [Workflow]

  init(_ workflows: [Workflow]) {
    self.workflows = workflows
  }

  func ids() -> [String] { workflows.map(\.id) }
  func workflow(_ id: String) -> Workflow? { workflows.first { $0.id == id } }
  func changes() -> AsyncStream<Void>? { nil }
}

/// A hook source that holds its hooks in memory and records queued events.
final class RecordingHookSource: HookSource {
  let taken = Mutex<[HookEvent]>([])
  private let hooks: [Workflow]

  init(_ hooks: [Workflow]) {
    self.hooks = hooks
  }

  func hooks(of events: [String], _ phase: Workflow.Hook.HookPhase) -> [Workflow] {
    hooks.filter { $0.hook?.phase == phase && events.contains($0.hook?.event ?? "") }
  }

  func enqueue(_ events: [HookEvent]) {
    taken.withLock { $0 += events }
  }
}
