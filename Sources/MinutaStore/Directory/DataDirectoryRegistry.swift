package import MinutaCore

/// Knows the folders that this machine wrote to, also while they are not there.
package protocol DataDirectoryRegistry: Sendable {
  /// Whether a folder was written to.
  ///
  /// - Parameter path: the absolute path by which the folder was chosen.
  func isRegistered(_ path: String) throws(TrackingError) -> Bool

  /// Keeps in mind that a folder is about to be written to for the first time.
  func register(_ path: String) throws(TrackingError)
}
