import IntentKit
import MinutaCore
import MinutaStore

/// The operations on the location of the data folder, which `minuta storage` shows and changes.
protocol StorageLocationService: Sendable {
  /// The location of the data folder.
  var location: DataDirectoryLocation { get }

  /// The user's settings, which name the folder that the user has chosen.
  var settings: Settings { get }

  /// Inspects a folder without changing it.
  func status(of path: String) throws(TrackingError) -> DataDirectoryStatus

  /// Returns the location if the settings named this folder, or none if it is nil.
  func location(choosing path: String?) throws(Failure) -> DataDirectoryLocation

  /// Saves a folder in the settings as the data folder, or removes the choice if it is nil.
  func choose(_ path: String?) throws(Failure)

  /// Remembers that a folder has data, so that its loss is noticed later.
  func register(_ path: String) throws(TrackingError)

  /// Forgets that a folder had data, so that a new data folder may be created in its place.
  func forget(_ path: String) throws(TrackingError)
}

extension StorageConfiguration: StorageLocationService {
  func status(of path: String) throws(TrackingError) -> DataDirectoryStatus {
    try DataDirectoryStatus(path: path, machine: machine, registry: registry)
  }

  func location(choosing path: String?) throws(Failure) -> DataDirectoryLocation {
    try DataDirectoryLocation(flag: nil, settings: settings(choosing: path), environment)
  }

  func choose(_ path: String?) throws(Failure) {
    try settings(choosing: path).save()
  }

  func register(_ path: String) throws(TrackingError) {
    try registry.register(path)
  }

  func forget(_ path: String) throws(TrackingError) {
    try registry.forget(path)
  }

  private func settings(choosing path: String?) -> Settings {
    var settings = settings
    settings.store = path
    return settings
  }
}
