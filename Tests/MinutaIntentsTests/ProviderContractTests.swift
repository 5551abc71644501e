import Contracts
import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaExport
import MinutaIntents
import MinutaTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProviderContractTests {
  private static let conformers = [
    builtIn("the built-in intents on a data folder", .folder),
    builtIn("the built-in intents in memory", .memory),
    ProviderConformer("the system intents") {
      let actions = ActionList()
      return ProviderFixture(
        SystemIntentProvider(by: actions.actions),
        calls: [
          IntentCall("WriteFile", with: ["path": "a", "content": ["x": 1]]),
          IntentCall("Notify", with: ["text": "Done"]),
          IntentCall("WriteFile", with: ["path": "b", "content": "y"]),
        ],
        state: actions.state
      )
    },
  ]

  private static func builtIn(
    _ description: String,
    _ storage: IntentFixture.Storage
  ) -> ProviderConformer {
    ProviderConformer(description) {
      let fixture = try IntentFixture(storage: storage)
      return ProviderFixture(
        fixture.provider,
        calls: [
          IntentCall("CreateTag", with: ["tag": "Work"]),
          IntentCall("StartTimer", with: ["tag": "Work", "at": "10:00"]), IntentCall("Status"),
          IntentCall("StopTimer", with: ["at": "10:30"]),
          IntentCall("Summarize", with: ["groupBy": ["tag"]]), IntentCall("ListRecords"),
          IntentCall("LogTime", with: ["tag": "Email", "start": "08:00", "duration": "5m"]),
          IntentCall("UpdateRecord", with: ["record": "last", "comment": "Long"]),
        ],
        refusedCalls: [
          IntentCall("StopTimer", with: ["tag": "Nothing"]),
          IntentCall("LogTime", with: ["duration": "1 fortnight"]),
          IntentCall("ListRecords", with: ["range": "some day"]),
        ]
      ) {
        let records = try await fixture.value("ListRecords", ["range": "all"])
        let tags = try await fixture.value("ListTags", ["includeArchived": true])
        return try fixture.folder.content()
          .merging(["memory": Data("\(records) \(tags)".utf8)]) { $1 }
      }
    }
  }

  @Test(arguments: conformers, ProviderContract.rules)
  func `the built-in and the system intents keep each rule for providers`(
    provider: ProviderConformer,
    rule: ContractRule<ProviderConformer>
  ) async throws {
    try await rule.check(provider)
  }
}

/// A list of what the system intents did.
private final class ActionList: Sendable {
  private let done = Mutex<[String]>([])

  @Sendable func state() -> [String: Data?] {
    ["done": Data("\(done.withLock { $0 })".utf8)]
  }

  var actions: SystemActions {
    SystemActions(
      notify: { [self] title, text in done.withLock { $0.append("\(title) \(text)") } },
      write: { [self] path, bytes in
        done.withLock { $0.append("\(path) \(bytes)") }
        return "/home/\(path)"
      },
      openImport: { path in .file(ImportFile(name: path, bytes: [])) },
      days: LocalCalendar(timeZone: .gmt),
      makeID: { UUID() }
    )
  }
}
