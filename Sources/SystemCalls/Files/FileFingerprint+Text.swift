import Glibc

/// Fingerprints as text, to detect a changed file without reading it.
extension FileFingerprint {
  /// Returns a fingerprint of a file, following links; nil if the file doesn't exist.
  ///
  /// It includes the inode change time, because a program can reset the modification time after a
  /// change, but not the inode change time.
  package static func text(of path: String) throws(SystemError) -> String? {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", path) { stat(path, &status) }
    } catch  where error.isMissing {
      return nil
    }
    let (changed, modified) = (status.st_ctim, status.st_mtim)
    return "\(status.st_dev).\(status.st_ino).\(status.st_size)"
      + ".\(modified.tv_sec).\(modified.tv_nsec).\(changed.tv_sec).\(changed.tv_nsec)"
  }
}
