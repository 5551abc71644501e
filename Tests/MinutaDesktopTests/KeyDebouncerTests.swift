import Foundation
import IntentKit
import MinutaTestSupport
import Testing

@testable import MinutaDesktop

struct KeyDebouncerTests {
  private let folder: TemporaryDirectory
  private let debounce: KeyDebouncer
  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  init() throws {
    folder = try TemporaryDirectory()
    debounce = KeyDebouncer(folder: folder.path + "/state/minuta", window: .milliseconds(700))
  }

  /// Each argument contains the times of presses in seconds, and whether each press is accepted.
  @Test(
    arguments: [
      ([0], [true]),
      ([0, 0], [true, false]),
      ([0, 0.699], [true, false]),
      ([0, 0.701], [true, true]),
      ([0, 0.66, 0.7, 0.74, 1.4, 2.0], [true, false, false, false, false, false]),
      ([0, 0.9, 1.8, 2.7], [true, true, true, true]),
      ([0, 0.5, 1.0, 1.8], [true, false, false, true]),
      ([0, -0.001], [true, false]),
      ([0, -3600], [true, true]),
      ([0, -3600, -3599.5], [true, true, false]),
    ] as [([TimeInterval], [Bool])]
  )
  func `a press soon after another is ignored`(seconds: [TimeInterval], admitted: [Bool]) throws {
    let answers = try seconds.map { try debounce.acceptsPress("stop", now: start + $0) }
    #expect(answers == admitted)
  }

  @Test func `D68 a held key counts once`() throws {
    // An X server repeats a held key first after 660 ms, then every 40 ms.
    let repeats = [0] + (0..<100).map { 0.66 + Double($0) * 0.04 }
    let admitted = try repeats.filter { try debounce.acceptsPress("stop", now: start + $0) }
    #expect(admitted == [0])
  }

  @Test func `keys are debounced independently`() throws {
    #expect(try debounce.acceptsPress("stop", now: start))
    #expect(try debounce.acceptsPress("start", now: start))
  }

  @Test func `a window of zero accepts every press`() throws {
    let debounce = KeyDebouncer(folder: folder.path, window: .zero)
    for _ in 0..<3 { #expect(try debounce.acceptsPress("stop", now: start)) }
    #expect(try folder.content().isEmpty)
  }

  @Test func `the folder is created with private permissions`() throws {
    _ = try debounce.acceptsPress("stop", now: start)
    let path = folder.path + "/state/minuta"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func `a folder that can't be created is reported with its path`() throws {
    try folder.write("", to: "state")
    let error = #expect(throws: Failure.self) { try debounce.acceptsPress("stop", now: start) }
    #expect(error?.kind == .failed)
    #expect(error?.message.contains(folder.path) == true)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `D68 one of 20 simultaneous presses is accepted`(pressedBefore: Bool) async throws {
    for round in 0..<20 {
      let slug = "stop-\(round)"
      if pressedBefore { _ = try debounce.acceptsPress(slug, now: start) }
      let debounce = debounce
      let admitted = await withTaskGroup(of: Bool.self) { group in
        // The times of the presses are computed, not measured. So all presses lie within the
        // window, however slow the threads are.
        for press in 0..<20 {
          let now = start + 60 + Double(press) / 100
          group.addTask { await onThread { (try? debounce.acceptsPress(slug, now: now)) == true } }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(admitted == 1)
    }
  }
}

/// Runs `body` on a new thread, because tasks share a few threads and wouldn't run in parallel.
@concurrent
private func onThread(_ body: @escaping @Sendable () -> Bool) async -> Bool {
  await withCheckedContinuation { done in
    Thread.detachNewThread { done.resume(returning: body()) }
  }
}
