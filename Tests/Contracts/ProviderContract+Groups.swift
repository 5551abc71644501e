import Foundation
import IntentKit
import JSONText
import Testing

/// The rules for calls that run together.
extension ProviderContract {
  static let groupRules = [
    rule("a provider without transactions refuses atomic groups") { fixture in
      guard !(fixture.provider is any TransactionalIntentProvider) else { return }
      let before = try await fixture.state()
      let calls = fixture.calls.prefix(2).map { BatchCall($0) }
      let outcomes = await fixture.engine.performGroup(
        calls,
        as: .allOrNothing,
        from: fixture.source
      )
      if !calls.isEmpty { #expect(outcomes.last?.error?.code == "atomicGroupUnsupported") }
      #expect(try await fixture.state() == before)
    },
    rule("an atomic group changes nothing if its last call fails") { fixture in
      guard let group = try await CallGroup(fixture) else { return }
      let before = try await fixture.state()
      let results = try await group.perform(group.writes + [group.failing], .allOrNothing)
      #expect(results == group.writes.map { _ in true } + [false])
      #expect(try await fixture.state() == before)
      #expect(try await group.perform(group.writes, .allOrNothing).allSatisfy { $0 })
      #expect(try await fixture.state() != before)
    },
    rule("a group that ends at a failure keeps the calls before it") { fixture in
      guard let group = try await CallGroup(fixture) else { return }
      let before = try await fixture.state()
      let calls = [group.writes[0], group.failing, group.writes[0]]
      #expect(try await group.perform(calls, .untilFailure) == [true, false])
      #expect(try await fixture.state() != before)
    },
    rule("a group in which each call counts runs the calls after a failure") { fixture in
      guard let group = try await CallGroup(fixture) else { return }
      let calls = [group.failing] + group.writes + [group.failing]
      let results = try await group.perform(calls, .each)
      #expect(results == [false] + group.writes.map { _ in true } + [false])
    },
    rule("the stored result of a key is that of its call, and of no other") { fixture in
      guard let provider = fixture.provider as? any TransactionalIntentProvider,
        let call = try await fixture.writes().first,
        let key = IdempotencyKey(IntentCall(call.intent, with: call.values, key: "k")),
        let other = IdempotencyKey(IntentCall(call.intent, key: "k"))
      else { return }
      let before = try await provider.storedResult(for: key)
      #expect(before == nil)
      let keyed = IntentCall(call.intent, with: call.values, key: "k")
      let result = await fixture.engine.perform(keyed, from: fixture.source).result
      let stored = try await provider.storedResult(for: key)
      #expect(stored?.value == result?.value)
      let error = await #expect(throws: Failure.self) {
        try await provider.storedResult(for: other)
      }
      #expect(error?.code == "keyReused")
    },
  ]
}

/// Calls of a provider with transactions that can run together, and one that fails.
private struct CallGroup {
  let provider: any TransactionalIntentProvider
  let fixture: ProviderFixture
  let writes: [ValidatedCall]
  let failing: ValidatedCall

  init?(_ fixture: ProviderFixture) async throws {
    guard let provider = fixture.provider as? any TransactionalIntentProvider,
      let failing = fixture.refusedCalls.first
    else { return nil }
    (self.provider, self.fixture) = (provider, fixture)
    self.failing = try await fixture.validated(failing)
    var writes: [ValidatedCall] = []
    for call in try await fixture.writes() {
      let write = try await fixture.validated(call)
      if await provider.canRunInAtomicGroup(write.definition) { writes.append(write) }
    }
    self.writes = writes
  }

  /// Runs the calls, and returns whether each of those that ran succeeded.
  func perform(_ calls: [ValidatedCall], _ rule: CallGroupFailurePolicy) async throws -> [Bool] {
    var results: [Bool] = []
    while results.count < calls.count {
      let rest = Array(calls.dropFirst(results.count))
      let part = try await provider.performGroup(rest, in: fixture.groupContext(rule))
      try #require(!part.isEmpty && part.count <= rest.count)
      results += part.map { if case .success = $0 { true } else { false } }
      guard case .each = rule else {
        guard part.contains(where: \.isFailure) else { continue }
        break
      }
    }
    return results
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
