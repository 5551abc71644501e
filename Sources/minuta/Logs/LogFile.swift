import SystemCalls

/// The log in the state folder, which several processes append to.
///
/// A file that is full becomes `minuta.log.1`, the one before that `minuta.log.2`; the oldest goes.
struct LogFile {
  /// Absolute.
  let path: String
  /// The bytes from which on a file is full.
  var limit = 1 << 20
  /// How many full files are kept.
  var kept = 3

  /// Appends a line; a log that cannot be written is given up without a word.
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

  /// Makes room, unless another process is doing that.
  private func rotate() throws(SystemError) {
    guard let lock = try FileLock.acquire("\(path).lock", timeout: .zero) else { return }
    try lock.withLock { () throws(SystemError) in
      guard let size = try FileStatus.of(path, following: false)?.size, size >= limit else {
        return
      }
      for number in stride(from: kept, to: 0, by: -1) {
        let old = number == 1 ? path : "\(path).\(number - 1)"
        if try FileStatus.of(old, following: false) != nil {
          try Directory.rename(old, to: "\(path).\(number)")
        }
      }
    }
  }
}
