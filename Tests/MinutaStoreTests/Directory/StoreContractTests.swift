import Contracts
import MinutaCore
import MinutaStore
import Testing

/// Checks every kind of `DirectoryStore`, alone and below a dry run or an overlay.
@Suite(.timeLimit(.minutes(10))) struct StoreContractTests {
  private static let stores = [
    conformer("a store with its index in memory") { $0.plain },
    conformer("a store with a cached index") { $0.indexed() },
    conformer("a store with a cached snapshot") { $0.indexed(cachesSnapshot: true) },
  ]

  private static let conformers =
    stores + stores.map(\.dryRunCopy) + stores.map(\.overlay) + stores.map(\.dryRunCopy.overlay)
    + [
      conformer("two stores, of which the reader has a cached snapshot") { fixture in
        TwoInstanceStore(reader: fixture.indexed(cachesSnapshot: true), writer: fixture.plain)
      },
      conformer("two stores, of which the writer has a cached snapshot") { fixture in
        TwoInstanceStore(reader: fixture.indexed(), writer: fixture.indexed(cachesSnapshot: true))
      },
    ]

  private static func conformer(
    _ description: String,
    _ open: @escaping @Sendable (IndexFixture) -> any RecordStore
  ) -> StoreConformer {
    StoreConformer(description) {
      let fixture = try IndexFixture(isInMemory: true)
      return (open(fixture), fixture)
    }
  }

  @Test(arguments: conformers, StoreContract.rules)
  func `a store in a directory keeps each rule for stores, whatever it caches`(
    store: StoreConformer,
    rule: ContractRule<StoreConformer>
  ) async throws {
    try await rule.check(store)
  }
}
