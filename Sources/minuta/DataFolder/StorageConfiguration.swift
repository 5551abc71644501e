/// Where the records are kept, and what is known of it outside of them.
struct StorageConfiguration: Sendable {
  let location: DataDirectoryLocation
  let settings: Settings
  /// Names this machine in the folder.
  let machine: String
  let memory: DataDirectoryRegistryFile
}
