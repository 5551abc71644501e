/// The data folder and what is stored about it elsewhere.
struct StorageConfiguration: Sendable {
  let location: DataDirectoryLocation
  let settings: Settings
  /// The id of this machine in the data folder.
  let machine: String
  let registry: DataDirectoryRegistryFile
}
