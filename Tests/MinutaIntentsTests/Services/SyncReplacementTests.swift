import Foundation
import IntentKit
import MinutaCore
import Testing

@testable import MinutaIntents

/// Tests the sentences of the sync intents with a service that returns fixed results.
@Suite struct SyncReplacementTests {
  private static let records = counts(records: 2)

  private static func counts(records: Int = 0, hasTags: Bool = false) -> FileCounts {
    var counts = FileCounts()
    (counts.records, counts.hasTags) = (records, hasTags)
    return counts
  }

  private static func result(outdated: [SyncIntent.Result.OutdatedFile] = []) -> SyncIntent.Result {
    SyncIntent.Result(
      remote: "origin",
      committed: FileCounts(),
      arrived: FileCounts(),
      conflicts: 0,
      mended: [],
      kept: [],
      sameNumbers: [],
      doubleBillings: [],
      pushed: false,
      rejectedPushes: 0,
      skipped: [],
      outdated: outdated,
      wasRewritten: false
    )
  }

  private struct FixedSyncService: SyncService {
    var result = SyncReplacementTests.result()
    let status: SyncStatusIntent.Result

    func sync(in context: CallContext) -> SyncIntent.Result { result }
    func status(in context: CallContext) -> SyncStatusIntent.Result { status }
  }

  private static func status(
    remote: String? = "origin",
    ahead: Int = 0,
    behind: Int = 0,
    changed: FileCounts = FileCounts(),
    conflicts: Int = 0,
    lastSuccess: String? = nil,
    arrivedAt: String? = nil,
    skipped: [SyncIntent.Result.SkippedFile] = []
  ) -> SyncStatusIntent.Result {
    SyncStatusIntent.Result(
      remote: remote,
      branch: "main",
      ahead: ahead,
      behind: behind,
      changed: changed,
      conflicts: conflicts,
      lastSuccess: lastSuccess,
      arrived: arrivedAt.map { _ in records },
      arrivedAt: arrivedAt,
      skipped: skipped
    )
  }

  private func sentence(
    of intent: String,
    _ status: SyncStatusIntent.Result,
    uses12Hours: Bool = false,
    isDry: Bool = false
  ) async throws -> String {
    var rules = TimeRules()
    rules.uses12Hours = uses12Hours
    let actions = SystemActions(
      notify: { _, _ in },
      write: { path, _ in path },
      openImport: { path throws(Failure) in throw Failure(code: "none", message: path) },
      syncService: FixedSyncService(status: status),
      days: LocalCalendar(timeZone: try #require(TimeZone(identifier: "Europe/Zurich"))),
      rules: rules,
      makeID: { UUID() }
    )
    let now = try #require(Timestamp.date("2026-11-24T12:00:00Z"))
    let engine = IntentEngine(providers: [SystemIntentProvider(by: actions)], now: { now })
    let caller = isDry ? await engine.dryRunCopy() : engine
    return await caller.perform(IntentCall(intent), from: .rpc).sentence
  }

  @Test(arguments: [
    (status(), "With 'origin': nothing to send; never synced."),
    (status(remote: nil), "No remote: nothing to send."),
    (
      status(ahead: 1, behind: 2, changed: counts(records: 1, hasTags: true), conflicts: 3),
      "With 'origin': 1 record and tags changed here, 1 commit to send, 2 commits to merge, "
        + "3 conflicts; never synced."
    ),
    (
      status(lastSuccess: "2026-11-24T09:00:00Z"),
      "With 'origin': nothing to send; last sync at 10:00."
    ),
    (
      status(lastSuccess: "2026-11-24T09:00:00Z", arrivedAt: "2026-11-22T23:30:00Z"),
      "With 'origin': nothing to send; last sync at 10:00; "
        + "last received 2 records at 2026-11-23 00:30."
    ),
    (
      status(skipped: [SyncIntent.Result.SkippedFile(file: "records/a.png", reason: "it is big")]),
      "With 'origin': nothing to send; never synced. Not shared: 'records/a.png', because it is big."
    ),
  ])
  func `the status has local times`(
    status: SyncStatusIntent.Result,
    sentence: String
  ) async throws {
    #expect(try await self.sentence(of: "SyncStatus", status) == sentence)
  }

  @Test func `the status has times of the 12-hour clock if the settings say so`() async throws {
    let status = Self.status(lastSuccess: "2026-11-24T13:05:00Z")
    #expect(
      try await sentence(of: "SyncStatus", status, uses12Hours: true)
        == "With 'origin': nothing to send; last sync at 2:05 pm."
    )
  }

  @Test(arguments: [
    (
      1,
      "In sync. 'a0' changed on the remote; bring it up to date with git.\n  git checkout a0"
    ),
    (
      5,
      "In sync. 'a0' changed on the remote; bring it up to date with git. 'a1' changed on the remote; "
        + "bring it up to date with git. 'a2' changed on the remote; bring it up to date with git. "
        + "So did 2 other files.\n  git checkout a0\n  git checkout a1\n  git checkout a2"
    ),
  ])
  func `the result names up to three outdated files`(count: Int, sentence: String) {
    let files = (0..<count).map { number in
      SyncIntent.Result.OutdatedFile(
        file: "a\(number)",
        reason: "changed on the remote",
        command: "git checkout a\(number)"
      )
    }
    #expect(Self.result(outdated: files).notice.text == sentence)
  }

  @Test(arguments: [
    (status(), "Nothing to send; would fetch from 'origin'."),
    (status(remote: nil, changed: records), "Would commit 2 records; there is no remote."),
    (status(ahead: 2), "Would send 2 commits to 'origin' and merge what is new there."),
  ])
  func `a dry run says what would be sent`(
    status: SyncStatusIntent.Result,
    sentence: String
  ) async throws {
    #expect(try await self.sentence(of: "Sync", status, isDry: true).hasPrefix(sentence))
  }
}
