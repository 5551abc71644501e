/// Where the records are kept, and what is known of it outside of them.
struct Storage: Sendable {
  let choice: StoreChoice
  let settings: Settings
  /// Names this machine in the folder.
  let machine: String
  let memory: RememberedStores
}
