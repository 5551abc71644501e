import Contracts
import Foundation
import JSONText
import MinutaCore
import MinutaTestSupport
import SystemCalls
import Testing

@testable import MinutaStore

/// Compares the results of queries with the cached index, with a new index and with the files after
/// random changes to the store.
@Suite(.timeLimit(.minutes(30))) struct RandomStoreTests {
  @Test(arguments: 0..<20)
  func `random stores give the same results with a cached index, a new index and no index`(
    part: UInt64
  ) throws {
    let stores = ProcessInfo.processInfo.environment["RANDOM_STORES"].flatMap { UInt64($0) } ?? 20
    for seed in part * stores / 20..<(part + 1) * stores / 20 { try compare(seed) }
  }

  private func compare(_ seed: UInt64) throws {
    let fixture = try IndexFixture()
    var random = SeededGenerator(seed: seed)
    let resident = fixture.indexed(cachesSnapshot: true)
    var actions = RandomStoreActions(fixture: fixture, resident: resident)
    for step in 0..<8 {
      var names: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) { names.append(try actions.next(&random)) }
      let expected = try StoreQueryResults(fixture.plain)
      let place: Comment = "step \(step) of \(seed): \(names.joined(separator: ", "))"
      let oracle = try RecordFileOracle(fixture.root)
      try #require(expected.records == oracle.records, place)
      try #require(expected.running == oracle.records.filter(\.isRunning), place)
      try #require(Set(expected.skippedFiles.map(\.path)) == oracle.skipped, place)
      try #require(try StoreQueryResults(fixture.indexed()) == expected, place)
      try #require(try StoreQueryResults(fixture.indexed()) == expected, place)
      for _ in 0..<2 { try #require(try StoreQueryResults(resident) == expected, place) }
    }
  }
}
