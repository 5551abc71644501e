package import MinutaCore

/// A registry of the data folders that this machine has written to.
///
/// It lists a folder even while the folder is missing, so that a lost folder isn't taken for a new
/// one.
package protocol DataDirectoryRegistry: Sendable {
  /// Returns whether this machine has written to a data folder.
  ///
  /// - Parameter path: the absolute path by which the user chose the folder.
  func isRegistered(_ path: String) throws(TrackingError) -> Bool

  /// Records that this machine is about to write to a data folder for the first time.
  func register(_ path: String) throws(TrackingError)
}
