import Contracts
import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import Habits

@Suite(.timeLimit(.minutes(5))) struct ProviderContractTests {
  private static let habits = ProviderConformer("the habit tools on a file") {
    let folder = try TemporaryDirectory()
    let fixture = try HabitsFixture(FileStorage(path: folder.path + "/habits.json"))
    return ProviderFixture(
      fixture.provider,
      source: .mcp,
      calls: [
        IntentCall("CreateHabit", with: ["name": "Run"]),
        IntentCall("CompleteHabit", with: ["habit": "Run"]), IntentCall("ListHabits"),
        IntentCall("CompleteHabit", with: ["habit": "run", "day": "yesterday"]),
        IntentCall("Streaks"), IntentCall("ShowProfile"),
        IntentCall("CreateBadHabit", with: ["name": "Chips"]),
        IntentCall("LogSlip", with: ["badHabit": "Chips"]), IntentCall("ListBadHabits"),
        IntentCall("ArchiveHabit", with: ["habit": "Run"]),
      ],
      refusedCalls: [
        IntentCall("CompleteHabit", with: ["habit": "Swim"]),
        IntentCall("CompleteHabit", with: ["habit": "Run", "day": "some day"]),
      ],
      state: { try folder.content().filter { !$0.key.hasSuffix(".lock") } }
    )
  }

  @Test(arguments: ProviderContract.rules)
  func `the tools keep the contract of a provider`(
    rule: ContractRule<ProviderConformer>
  ) async throws {
    try await rule.check(Self.habits)
  }
}
