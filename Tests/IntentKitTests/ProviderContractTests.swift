import Contracts
import Foundation
import IntentKit
import JSONText
import Synchronization
import Testing

@Suite struct ProviderContractTests {
  private static let conformers = [
    ProviderConformer("a static provider") {
      let notes = NoteList()
      return ProviderFixture(
        try notes.provider,
        calls: [
          IntentCall("Echo", with: ["text": "a"]), IntentCall("Write", with: ["text": "b"]),
          IntentCall("Echo", with: ["text": "c", "times": 2]),
        ],
        refusedCalls: [IntentCall("Write", with: ["text": "loud"])],
        state: notes.state
      )
    },
    ProviderConformer("a provider of workflows") {
      let notes = NoteList()
      let workflow = try Workflow(
        json: WorkflowEngineFixture.workflow(
          [
            ["id": "read", "intent": "Echo", "with": ["text": "a"]],
            ["id": "write", "intent": "Write", "with": ["text": ["$": "/params/text"]]],
          ],
          [
            "parameters": [
              "type": "object", "properties": ["text": ["type": "string", "default": "x"]],
              "additionalProperties": false,
            ]
          ]
        )
      )
      let list = try notes.provider
      let source = InMemoryWorkflowSource([workflow])
      return ProviderFixture(
        WorkflowProvider(source, beside: [list], now: { .distantPast }),
        beside: [list],
        calls: [IntentCall("flow"), IntentCall("flow", with: ["text": "y"])],
        refusedCalls: [IntentCall("flow", with: ["text": "loud"])],
        state: notes.state
      )
    },
    recorder("a provider with dry runs", supportsDryRun: true),
    recorder("a provider without dry runs", supportsDryRun: false),
  ]

  private static func recorder(_ description: String, supportsDryRun: Bool) -> ProviderConformer {
    ProviderConformer(description) {
      let provider = RecordingProvider(
        name: "A",
        log: TestLog(),
        intents: [try TestDefinitions.echo(), try TestDefinitions.echo("Other")],
        supportsDryRun: supportsDryRun
      )
      return ProviderFixture(
        provider,
        calls: ["Echo", "Other"].map { IntentCall($0, with: ["text": "x"]) },
        refusedCalls: [IntentCall("Echo", with: ["text": "loud"])],
        state: { [:] }
      )
    }
  }

  @Test(arguments: conformers, ProviderContract.rules)
  func `static intents and workflows keep each rule for providers`(
    provider: ProviderConformer,
    rule: ContractRule<ProviderConformer>
  ) async throws {
    try await rule.check(provider)
  }
}

/// A list of notes with a provider of intents that read and write it.
private final class NoteList: Sendable {
  private let notes = Mutex<[String]>([])

  @Sendable func state() -> [String: Data?] {
    ["notes": Data("\(notes.withLock { $0 })".utf8)]
  }

  var provider: StaticIntentProvider {
    get throws {
      let write: JSONObject = ["effects": TestDefinitions.writes]
      return StaticIntentProvider([
        try Intent(TestDefinitions.json()) { values, _ in
          IntentResult(["text": values["text"] ?? .null], dialog: "Said.")
        },
        try Intent(
          TestDefinitions.json("Write", write),
          plan: { values, _ in
            let text = try Self.text(values)
            let plan = DryRunPlan(values: values, changes: [])
            return IntentResult(["text": .string(text)], dialog: "Would write.", plan: plan)
          },
          body: { [self] values, _ in
            let text = try Self.text(values)
            notes.withLock { $0.append(text) }
            return IntentResult(["text": .string(text)], dialog: "Written.")
          }
        ),
      ])
    }
  }

  private static func text(_ values: JSONObject) throws -> String {
    let text = values["text"]?.string ?? ""
    if text == "loud" { throw Failure(code: "tooLoud", message: "Too loud.") }
    return text
  }
}
