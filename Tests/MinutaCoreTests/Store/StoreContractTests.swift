import Contracts
import MinutaCore
import Testing

/// Checks the store that tests keep in memory.
@Suite struct StoreContractTests {
  private static let store = StoreConformer(
    "an overlay on an empty store",
    hasFiles: false,
    hasHistory: false
  ) { (OverlayStore(over: EmptyStore()), "") }

  @Test(arguments: [store, store.dryRunCopy, store.overlay], StoreContract.rules)
  func `a store in memory keeps each rule for stores`(
    store: StoreConformer,
    rule: ContractRule<StoreConformer>
  ) async throws {
    try await rule.check(store)
  }
}
