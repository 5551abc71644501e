package import MinutaCore

/// Remembers the folders that this machine has written to, even while they are missing.
package protocol DataDirectoryRegistry: Sendable {
  /// Whether this machine has written to a folder.
  ///
  /// - Parameter path: the absolute path by which the user chose the folder.
  func isRegistered(_ path: String) throws(TrackingError) -> Bool

  /// Records that this machine is about to write to a folder for the first time.
  func register(_ path: String) throws(TrackingError)
}
