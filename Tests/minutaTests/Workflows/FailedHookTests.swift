import Foundation
import JSONText
import MinutaTestSupport
import Testing

/// Tests that the failure of a hook, for which no call waits, is shown.
@Suite(.timeLimit(.minutes(5))) struct FailedHookTests {
  private func waitForRuns(_ fixture: WorkflowFixture, _ count: Int) async throws {
    try await wait(for: "\(count) hooks") {
      try fixture.hookTraces().count { $0.contains(#""ended""#) } >= count
    }
  }

  @Test(
    arguments: [
      (["id": "a", "fail": "no network"], "no network"),
      (["id": "a", "intent": "StopTimer", "with": ["tag": "None"]], "'None'"),
      (["id": "a", "intent": "Nothing"], "unknown intent 'Nothing'."),
    ] as [(JSONValue, String)]
  )
  func `a failed hook after an event is listed, found by doctor and counted until it succeeds`(
    step: JSONValue,
    reason: String
  ) async throws {
    let fixture = try await WorkflowFixture.make()
    let failing = WorkflowFixture.hook("timer.started", "after", [step])
    try fixture.install(failing)
    _ = try await fixture.run("start", "Work")
    try await waitForRuns(fixture, 1)
    let file = "\(fixture.fixture.home.path)/.local/state/minuta/failed-hooks/hook"
    try await wait(for: "failure") { FileManager.default.fileExists(atPath: file) }
    let hooks = try await fixture.run("hooks").output
    #expect(hooks.contains("The hook 'hook' failed at 20"))
    #expect(hooks.hasSuffix("\n  minuta trace hook\n") && hooks.contains(reason))
    let listed = try JSONValue(parsing: try await fixture.run("hooks", "--json").output)
    let sentence = try #require(listed.array?.first?["lastFailure"]?.string)
    #expect(hooks.hasSuffix("\(sentence)\n"))
    let doctor = try await fixture.run("doctor")
    #expect(doctor.status == 1 && doctor.output.contains("The hook 'hook' failed at "))
    #expect(try await fixture.outcome("status")["value"]?["failedHooks"] == 1)
    #expect(try await fixture.run("status").output.contains("ook") == false)

    // A changed hook has not failed yet.
    try fixture.install(failing)
    #expect(try await fixture.outcome("status")["value"]?["failedHooks"] == nil)
    _ = try await fixture.run("switch", "Other")
    try await waitForRuns(fixture, 2)
    try await wait(for: "failure") {
      try await fixture.outcome("status")["value"]?["failedHooks"] == 1
    }
    // Nor has one that ran well since.
    let good: JSONValue = ["id": "a", "intent": "Status"]
    try fixture.install(WorkflowFixture.hook("timer.started", "after", [good]))
    _ = try await fixture.run("switch", "Work")
    try await wait(for: "good run") { !FileManager.default.fileExists(atPath: file) }
    #expect(try await fixture.run("hooks").output.contains("failed") == false)
    #expect(try await fixture.run("doctor").output.contains("The hook") == false)
  }
}
