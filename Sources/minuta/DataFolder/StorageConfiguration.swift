/// The location of the data folder, with the settings, machine id and registry that belong to it.
struct StorageConfiguration: Sendable {
  let location: DataDirectoryLocation
  let settings: Settings
  /// The id under which this machine writes to the data folder.
  let machine: String
  let registry: DataDirectoryRegistryFile
}
