import Glibc

/// Fingerprints of directories, to detect changed files without reading them.
extension FileFingerprint {
  /// Returns one fingerprint of all files with a name suffix, following symbolic links.
  ///
  /// It changes when a file is added, removed, replaced or written, or its metadata changes.
  ///
  /// - Returns: Nil if the directory doesn't exist.
  package static func ofFiles(in path: String, suffix: String) throws(SystemError) -> UInt64? {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return nil }
      throw .last("opendir", path)
    }
    defer { closedir(stream) }
    let end = Array(suffix.utf8)
    var sum: UInt64 = 0
    errno = 0
    while let entry = readdir(stream) {
      sum &+= withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let name = bytes[..<(bytes.firstIndex(of: 0) ?? bytes.endIndex)]
        guard name.count >= end.count, name.suffix(end.count).elementsEqual(end) else { return 0 }
        return fingerprint(of: bytes, name, in: dirfd(stream))
      }
      errno = 0
    }
    if errno != 0 { throw .last("readdir", path) }
    return sum
  }

  /// Returns the part of one file in the directory's fingerprint.
  ///
  /// The parts are added up, so the order in which the system lists the files doesn't matter.
  private static func fingerprint(
    of bytes: UnsafeRawBufferPointer,
    _ name: Slice<UnsafeRawBufferPointer>,
    in folder: CInt
  ) -> UInt64 {
    var status = stat()
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
      fstatat(folder, start, &status, 0) == 0
    else { return 1 }
    var mixed: UInt64 = 0
    for byte in name { mixed = mix(mixed ^ UInt64(byte)) }
    let (changed, modified) = (status.st_ctim, status.st_mtim)
    let fields = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), modified.tv_sec,
      modified.tv_nsec, changed.tv_sec, changed.tv_nsec,
    ]
    for field in fields { mixed = mix(mixed ^ UInt64(bitPattern: Int64(field))) }
    return mixed
  }

  /// Mixes a value so that each of its bits affects the whole result, as SplitMix64 does.
  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
