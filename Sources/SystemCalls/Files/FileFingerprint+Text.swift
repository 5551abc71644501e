import Glibc

/// What tells a file from what it was before, without reading it.
extension FileFingerprint {
  /// The stamp of a file, over links; nil where there is none.
  ///
  /// The time of the last change of the file's entry is part of it, which nobody can set back.
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
