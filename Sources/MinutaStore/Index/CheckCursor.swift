import Glibc
import SystemCalls

/// Where a check of files ended, in the order in which they are looked at: from the newest start.
struct CheckPlace: Comparable {
  let path: String
  /// Seconds since 1970.
  let start: Int64

  /// Whether it comes earlier in the check.
  static func < (first: CheckPlace, second: CheckPlace) -> Bool {
    first.start == second.start ? first.path > second.path : first.start > second.start
  }
}

/// Keeps in the cache where the last summary's check ended.
struct CheckCursor {
  private let path: String

  init(in cache: IndexCache) {
    path = "\(cache.folder)/cursor"
  }

  func read() -> CheckPlace? {
    guard let bytes = try? FileDescriptor(opening: path, for: .readingInPlace).readAll(limit: 4096)
    else { return nil }
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let start = Int64(parts[0]) else { return nil }
    return CheckPlace(path: String(parts[1]), start: start)
  }

  /// Notes a place; nil where the check has come to its end and is to begin again.
  func write(_ place: CheckPlace?) {
    guard let place else {
      try? Folder.unlink(path)
      return
    }
    let temporary = "\(path).\(getpid()).tmp"
    do throws(SystemError) {
      try FileDescriptor(opening: temporary, for: .replacing, permissions: 0o600)
        .write(Array("\(place.start) \(place.path)".utf8))
      try Folder.rename(temporary, to: path)
    } catch {
      try? Folder.unlink(temporary)
    }
  }
}
