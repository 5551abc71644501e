import SystemCalls

/// The log file in the state folder, shared by several processes.
///
/// A full file is renamed to `minuta.log.1`, the previous one to `minuta.log.2`, and the oldest is
/// deleted.
struct LogFile {
  /// The absolute path of the current log file.
  let path: String
  /// The size in bytes at which the log file is rotated.
  var limit = 1 << 20
  /// The number of rotated files to keep.
  var maximumRotatedFiles = 3

  /// Appends a line and ignores errors, because a problem with the log must not stop a command.
  func append(_ line: String) {
    do throws(SystemError) {
      if let size = try FileStatus.of(path, following: false)?.size, size >= limit {
        try rotate()
      }
      let file = try FileDescriptor(
        opening: path,
        for: .appendingOrCreating,
        permissions: 0o600
      )
      try file.write(Array((line + "\n").utf8))
    } catch {}
  }

  /// Renames the full log files, unless another process is already doing so.
  private func rotate() throws(SystemError) {
    guard let lock = try FileLock.acquire("\(path).lock", timeout: .zero) else { return }
    try lock.withLock { () throws(SystemError) in
      guard let size = try FileStatus.of(path, following: false)?.size, size >= limit else {
        return
      }
      for number in stride(from: maximumRotatedFiles, to: 0, by: -1) {
        let old = number == 1 ? path : "\(path).\(number - 1)"
        if try FileStatus.of(old, following: false) != nil {
          try Directory.rename(old, to: "\(path).\(number)")
        }
      }
    }
  }
}
